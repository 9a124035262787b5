// Of two threads that wait for a while each may leave first: what the condition variable keeps of them is nobody's race.
//@ verdict: TRUE
#include <pthread.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *waits(void *unused) {
  struct timespec time = {0, 0};
  pthread_mutex_lock(&mutex);
  pthread_cond_timedwait(&changed, &mutex, &time);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, waits, 0);
  pthread_create(&second, 0, waits, 0);
  pthread_cond_signal(&changed);
  pthread_join(first, 0);
  pthread_join(second, 0);
}
