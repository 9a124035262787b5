// Two threads add to a mean without a lock: one of the measurements is lost.
//@ verdict: FALSE(reach,race)
//@ says: mean = 0.75
#include <assert.h>
#include <pthread.h>

static double mean;

static void *measure(void *unused) {
  (void)unused;
  mean = mean + 1.5 / 2;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, measure, 0);
  pthread_create(&second, 0, measure, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(mean == 1.5);
  return 0;
}
