// The barrier is destroyed on a way on which it was never initialised.
//@ verdict: FALSE(memory)
//@ says: a barrier is destroyed that is not initialised
#include <pthread.h>

static pthread_barrier_t barrier;

int main(void) {
  pthread_barrier_destroy(&barrier);
  return 0;
}
