// Two threads that may wake up for no reason: what the condition variable keeps of them is nobody's race.
//@ verdict: TRUE
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int go;

void *waits(void *unused) {
  pthread_mutex_lock(&mutex);
  if (!go) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, waits, 0);
  pthread_create(&second, 0, waits, 0);
  pthread_mutex_lock(&mutex);
  go = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(first, 0);
  pthread_join(second, 0);
}
