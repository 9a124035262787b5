// The sibling of destroy_held.c: wait first, then destroy.
//@ verdict: TRUE
//@ executions: naive 1
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
  pthread_join(thread, 0);
  pthread_mutex_destroy(&lock);
  return 0;
}
