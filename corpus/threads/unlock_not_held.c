// One thread gives back a lock that the other one holds.
//@ verdict: FALSE(memory)
//@ line: 10
//@ says: mutex
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *careless(void *unused) {
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&lock);
  pthread_create(&thread, 0, careless, 0);
  pthread_join(thread, 0);
  return 0;
}
