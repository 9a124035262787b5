// main ends by pthread_exit: the process goes on, and the last thread must not wait for ever.
//@ verdict: FALSE(deadlock)
//@ line: 11
//@ says: held by main
//@ says: locks lock
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&lock);
  pthread_create(&thread, 0, worker, 0);
  pthread_exit(0);
}
