// Who has looked and does not wait yet misses the broadcast, whoever else receives it: the flag is set without the mutex.
//@ verdict: FALSE(deadlock)
//@ says: a lost wake-up: pthread_cond_broadcast by main came here, before T
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
atomic_int closed;

void *waits(void *unused) {
  pthread_mutex_lock(&mutex);
  while (!closed) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, waits, 0);
  pthread_create(&second, 0, waits, 0);
  pthread_cond_signal(&changed);
  closed = 1;
  pthread_cond_broadcast(&changed);
  pthread_join(first, 0);
  pthread_join(second, 0);
}
