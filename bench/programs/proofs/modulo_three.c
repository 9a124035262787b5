// Two threads add 1 and 2 to a number modulo 3 under a lock, forever.
// The number stays below 3.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int number;

static void *first(void *arg) {
  while (1) {
    pthread_mutex_lock(&m);
    assert(number >= 0 && number < 3);
    number = number + 1;
    if (number >= 3) number = number - 3;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void *second(void *arg) {
  while (1) {
    pthread_mutex_lock(&m);
    number = number + 2;
    if (number >= 3) number = number - 3;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, first, 0);
  pthread_create(&t2, 0, second, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
