// A local condition is used that was never initialised.
//@ verdict: FALSE(memory)
//@ line: 9
//@ says: uninitialised
#include <pthread.h>

int main(void) {
  pthread_cond_t it;
  pthread_cond_signal(&it);
  return 0;
}
