// The sibling of atomic_lock.c in which main never gives the lock back.
//@ verdict: FALSE(deadlock)
//@ line: 22
//@ says: waits in an atomic section
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  pthread_mutex_lock(&lock);
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&lock);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
