//@ verdict: TRUE
// A counter near INT_MAX that stays where it is when it is full.
#include <limits.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter = INT_MAX - 1;

static void *increment(void *arg) {
  pthread_mutex_lock(&lock);
  if (counter < INT_MAX) counter++;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, increment, NULL);
  pthread_create(&threads[1], NULL, increment, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
