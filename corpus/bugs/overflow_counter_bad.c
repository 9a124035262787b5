//@ verdict: FALSE(overflow)
//@ line: 14
//@ says: signed overflow
// A counter that is already at INT_MAX - 1 is incremented by two threads; the second one overflows.
#include <limits.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter = INT_MAX - 1;

static void *increment(void *arg) {
  pthread_mutex_lock(&lock);
  counter++;
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
