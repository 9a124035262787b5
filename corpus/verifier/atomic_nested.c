// Atomic functions inside of atomic sections and of themselves: only the outermost counts.
//@ verdict: TRUE
//@ executions: naive 5
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x;

void __VERIFIER_atomic_add(int times) {
  if (times == 0) return;
  x = x + 1;
  __VERIFIER_atomic_add(times - 1);
}

void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_add(2);
  x = x + 1;
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(x == 6);
  return 0;
}
