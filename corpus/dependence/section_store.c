//@ verdict: TRUE
//@ executions: source 6, optimal 6, observers 1
// Three stores that nobody reads, in sections that do nothing else to memory: a fence beside a store, and a store that another one of
// the same section overwrites. To observers they have no order.
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x;

void *fenced(void *arg) {
  __VERIFIER_atomic_begin();
  atomic_thread_fence(memory_order_release);
  x = 1;
  __VERIFIER_atomic_end();
  return 0;
}

void *twice(void *arg) {
  __VERIFIER_atomic_begin();
  x = 2;
  x = 3;
  __VERIFIER_atomic_end();
  return 0;
}

void *alone(void *arg) {
  __VERIFIER_atomic_begin();
  x = 4;
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, fenced, 0);
  pthread_create(&threads[1], 0, twice, 0);
  pthread_create(&threads[2], 0, alone, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  return 0;
}
