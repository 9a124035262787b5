// cond_broadcast_missed.c with the mutex: nobody looks before the flag is set and waits behind the broadcast.
//@ verdict: TRUE
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
  pthread_mutex_lock(&mutex);
  closed = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(first, 0);
  pthread_join(second, 0);
}
