// An atomic section that an assumption stops in the middle leaves no trace: nobody ever sees half of it.
//@ verdict: TRUE without race
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
int x, y;

void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_assume(y == 1);
  x = 0;
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  assert(x == 0);
  y = 1;
  assert(x == 0);
  return 0;
}
