//@ verdict: TRUE
// The kind in the initialiser, of a global and of a local.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

int main(void) {
  pthread_mutex_t local = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
  assert(pthread_mutex_lock(&lock) == 0 && pthread_mutex_lock(&lock) == 0);
  assert(pthread_mutex_unlock(&lock) == 0 && pthread_mutex_unlock(&lock) == 0);
  assert(pthread_mutex_lock(&local) == 0 && pthread_mutex_lock(&local) != 0);
  return 0;
}
