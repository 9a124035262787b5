//@ verdict: TRUE
//@ says: scope: all executions
// Whoever comes, it is done once, and before anybody goes on.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int times;

static void initialise(void) { times++; }

static void *worker(void *unused) {
  pthread_once(&once, initialise);
  assert(times == 1);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(times == 1);
  return 0;
}
