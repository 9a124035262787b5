//@ verdict: FALSE(memory)
//@ line: 8
//@ says: not initialised
// All zeros is no barrier.
#include <pthread.h>
static pthread_barrier_t meeting;
int main(void) {
  pthread_barrier_wait(&meeting);
  return 0;
}
