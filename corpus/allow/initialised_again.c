// A mutex that is initialised again is as new.
//@ verdict: TRUE
//@ says: `initialised-again` is let pass at
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;

int main(void) {
  pthread_mutex_init(&lock, 0);
  pthread_mutex_lock(&lock);
  pthread_mutex_init(&lock, 0); // raddle: allow(initialised-again)
  assert(pthread_mutex_trylock(&lock) == 0);
  pthread_mutex_unlock(&lock);
  return 0;
}
