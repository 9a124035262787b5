// A trylock that fails orders nothing.
//@ verdict: FALSE(race)
//@ says: data race on `x`
#include <pthread.h>

int x;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
  pthread_mutex_lock(&lock);
  x = 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

void *two(void *unused) {
  int busy = pthread_mutex_trylock(&lock);
  x = 2;
  if (!busy) pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, two, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
