// An assumption stops its own thread only; what the other thread does in the same execution is still checked.
//@ verdict: FALSE(reach) without race
//@ line: 12
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
int x;

void *worker(void *unused) {
  __VERIFIER_assume(x == 1);
  assert(x == 1);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  x = 1;
  x = 2;
  return 0;
}
