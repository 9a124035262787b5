// A lock out of an atomic section and an assumption: whoever does not get it is out of the game.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
int locked, inside;

static void lock(void) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(locked == 0);
  locked = 1;
  __VERIFIER_atomic_end();
}

static void unlock(void) {
  __VERIFIER_atomic_begin();
  locked = 0;
  __VERIFIER_atomic_end();
}

void *visit(void *unused) {
  lock();
  inside++;
  assert(inside == 1);
  inside--;
  unlock();
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, visit, 0);
  visit(0);
  return 0;
}
