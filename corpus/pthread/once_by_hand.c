//@ verdict: FALSE(reach,race)
// A flag of one's own is not enough.
#include <assert.h>
#include <pthread.h>

static int done, times;

static void *worker(void *unused) {
  if (!done) {
    times++;
    done = 1;
  }
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
