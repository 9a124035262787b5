// Two stores of the same value and a look at it: all three depend on each other, but only two states come out.
//@ verdict: TRUE
//@ executions: source 6, optimal 6, context 3, state 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *p(void *unused) {
  x = 5;
  return 0;
}

void *q(void *unused) {
  x = 5;
  return 0;
}

void *r(void *unused) {
  return (void *)(long)x;
}

int main(void) {
  pthread_t threads[3];
  void *result;
  pthread_create(&threads[0], 0, p, 0);
  pthread_create(&threads[1], 0, q, 0);
  pthread_create(&threads[2], 0, r, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  pthread_join(threads[2], &result);
  assert((long)result == 0 || (long)result == 5);
  return 0;
}
