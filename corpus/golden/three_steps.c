// Albert et al. (CAV 2017), section 3: p and q store 5, r loads. Each pair is dependent: 3! = 6 classes, though there
// are only two results. Observers: r reads 0 with the stores in any order, or one of two stores with the other before
// or behind: 1 + 2 * 2 = 5.
//@ verdict: TRUE
//@ executions: source 6, optimal 6, observers 5
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *p(void *unused) {
  atomic_store(&x, 5);
  return 0;
}

void *q(void *unused) {
  atomic_store(&x, 5);
  return 0;
}

void *r(void *unused) {
  int value = atomic_load(&x);
  assert(value == 0 || value == 5);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, p, 0);
  pthread_create(&threads[1], 0, q, 0);
  pthread_create(&threads[2], 0, r, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return 0;
}
