// A local rwlock is used that was never initialised.
//@ verdict: FALSE(memory)
//@ line: 9
//@ says: uninitialised
#include <pthread.h>

int main(void) {
  pthread_rwlock_t it;
  pthread_rwlock_rdlock(&it);
  return 0;
}
