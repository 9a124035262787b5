// Initialise, lock, try in vain, unlock, try, unlock, destroy, and the same again: all calls give what they should.
//@ verdict: TRUE
//@ executions: naive 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
  pthread_mutex_t lock;
  for (int round = 0; round < 2; round++) {
    assert(pthread_mutex_init(&lock, NULL) == 0);
    assert(pthread_mutex_lock(&lock) == 0);
    assert(pthread_mutex_trylock(&lock) == EBUSY);
    assert(pthread_mutex_unlock(&lock) == 0);
    assert(pthread_mutex_trylock(&lock) == 0);
    assert(pthread_mutex_unlock(&lock) == 0);
    assert(pthread_mutex_destroy(&lock) == 0);
  }
  return 0;
}
