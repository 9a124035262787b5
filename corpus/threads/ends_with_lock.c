// A thread forgets to unlock on one path; the next one waits for a lock whose holder is gone.
//@ verdict: FALSE(deadlock)
//@ line: 21
//@ says: waits for mutex `lock`, held by T1
//@ says: locks lock
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *flag) {
  pthread_mutex_lock(&lock);
  if (flag) return 0;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, (void *)1);
  pthread_join(thread, 0);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return 0;
}
