// The lock is destroyed while somebody may still hold it.
//@ verdict: FALSE(memory)
//@ line: 20
#include <pthread.h>

pthread_mutex_t lock;
int value;

void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  value = 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_init(&lock, 0);
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_destroy(&lock);
  pthread_join(thread, 0);
  return 0;
}
