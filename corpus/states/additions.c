//@ verdict: TRUE
//@ executions: source 6, optimal 6, observers 6, context 2, state 1
// Three threads add to one counter: six orders, one result. Context-sensitive reduction sees only that two neighbours lead to the
// same state, and has an execution more than there are results.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *add(void *amount) {
  atomic_fetch_add(&x, (int)(long)amount);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, add, (void *)(i + 1));
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(atomic_load(&x) == 6);
  return 0;
}
