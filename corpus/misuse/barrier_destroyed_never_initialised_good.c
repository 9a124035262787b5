//@ verdict: TRUE
#include <pthread.h>

static pthread_barrier_t barrier;

int main(void) {
  if (pthread_barrier_init(&barrier, 0, 1) == 0) pthread_barrier_destroy(&barrier);
  return 0;
}
