// A thread that an assumption stopped while it holds the lock does not make a deadlock.
//@ verdict: TRUE without race
#include <pthread.h>

extern void __VERIFIER_assume(int);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int value;

void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  __VERIFIER_assume(value == 1);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  value = 1;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return 0;
}
