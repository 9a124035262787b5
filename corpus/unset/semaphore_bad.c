// A local semaphore is used that was never initialised.
//@ verdict: FALSE(memory)
//@ line: 9
//@ says: uninitialised
#include <semaphore.h>

int main(void) {
  sem_t it;
  sem_post(&it);
  return 0;
}
