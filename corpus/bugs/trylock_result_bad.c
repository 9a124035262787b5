//@ verdict: FALSE(memory)
//@ line: 14
//@ says: misuse of a mutex
// The mutex is unlocked even if trylock did not get it.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits;

static void *worker(void *arg) {
  int got = pthread_mutex_trylock(&lock) == 0;
  if (got) hits++;
  pthread_mutex_unlock(&lock);
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
