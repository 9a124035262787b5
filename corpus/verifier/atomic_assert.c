// An assertion inside an atomic section fails like any other.
//@ verdict: FALSE(reach) without race
//@ line: 21
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x;

void *worker(void *unused) {
  x = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  __VERIFIER_atomic_begin();
  x = x + 1;
  assert(x == 1);
  __VERIFIER_atomic_end();
  return 0;
}
