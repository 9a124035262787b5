// A local barrier is used that was never initialised.
//@ verdict: FALSE(memory)
//@ line: 9
//@ says: uninitialised
#include <pthread.h>

int main(void) {
  pthread_barrier_t it;
  pthread_barrier_wait(&it);
  return 0;
}
