//@ verdict: TRUE
// Both ends of the range are moved in one critical section.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct range {
  int low, high;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct range shared = {0, 1};

static void *mover(void *arg) {
  pthread_mutex_lock(&lock);
  shared.low = 10;
  shared.high = 11;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *reader(void *arg) {
  pthread_mutex_lock(&lock);
  struct range copy = shared;
  pthread_mutex_unlock(&lock);
  assert(copy.low < copy.high);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, mover, NULL);
  pthread_create(&t2, NULL, reader, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
