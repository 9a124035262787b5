//@ verdict: TRUE
// The mutex is unlocked only if trylock got it.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits;

static void *worker(void *arg) {
  int got = pthread_mutex_trylock(&lock) == 0;
  if (got) hits++;
  if (got) pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, worker, NULL);
  pthread_create(&t2, NULL, worker, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
