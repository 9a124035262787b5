// cond_timed_two.c with a number that one of the two changes before it has the mutex, and the other one behind it.
//@ verdict: FALSE(race)
//@ says: data race on `number`
#include <pthread.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int number;

void *waits(void *early) {
  struct timespec time = {0, 0};
  if (early) number++;
  pthread_mutex_lock(&mutex);
  pthread_cond_timedwait(&changed, &mutex, &time);
  if (!early) number++;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, waits, 0);
  pthread_create(&second, 0, waits, &number);
  pthread_join(first, 0);
  pthread_join(second, 0);
}
