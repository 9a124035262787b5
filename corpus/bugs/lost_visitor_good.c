//@ verdict: TRUE
// Two gates count visitors with one atomic addition each, so none is lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int visitors;

static void *gate(void *arg) {
  (void)arg;
  atomic_fetch_add(&visitors, 1);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, gate, 0);
  pthread_create(&second, 0, gate, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(atomic_load(&visitors) == 2);
  return 0;
}
