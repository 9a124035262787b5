// Threads started through a table of functions; each entry is called with its own argument.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

int sum;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *plus(void *by) {
  pthread_mutex_lock(&lock);
  sum += (int)(long)by;
  pthread_mutex_unlock(&lock);
  return 0;
}

static void *minus(void *by) {
  pthread_mutex_lock(&lock);
  sum -= (int)(long)by;
  pthread_mutex_unlock(&lock);
  return 0;
}

static void *(*const routine[])(void *) = {plus, minus};

int main(void) {
  pthread_t thread[2];
  for (long i = 0; i < 2; i++) pthread_create(thread + i, NULL, routine[i], (void *)(i + 5));
  for (int i = 0; i < 2; i++) pthread_join(*(thread + i), NULL);
  assert(sum == -1);
  return 0;
}
