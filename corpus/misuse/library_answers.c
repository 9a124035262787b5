//@ verdict: TRUE
// What functions of the library answer when they refuse something.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>

static void *nothing(void *unused) {
  return unused;
}

int main(void) {
  void *place = 0;
  volatile unsigned long three = 3;
  errno = 0;
  assert(aligned_alloc(three, 16) == 0 && errno == EINVAL);
  assert(posix_memalign(&place, 4, 16) == EINVAL && place == 0);
  assert(posix_memalign(&place, 16, 16) == 0 && place != 0);
  free(place);

  sem_t full;
  sem_init(&full, 0, SEM_VALUE_MAX);
  errno = 0;
  assert(sem_post(&full) == -1 && errno == EOVERFLOW);
  int value;
  sem_getvalue(&full, &value);
  assert(value == SEM_VALUE_MAX && sem_wait(&full) == 0 && sem_post(&full) == 0);
  sem_destroy(&full);

  pthread_mutexattr_t checks;
  pthread_mutexattr_init(&checks);
  pthread_mutexattr_settype(&checks, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_t own;
  pthread_mutex_init(&own, &checks);
  pthread_mutex_lock(&own);
  struct timespec time = {0, 0};
  assert(pthread_mutex_timedlock(&own, &time) == EDEADLK);
  pthread_mutex_unlock(&own);
  pthread_mutex_destroy(&own);

  for (int i = 0; i < 200; i++) {
    pthread_key_t key;
    assert(pthread_key_create(&key, 0) == 0 && pthread_getspecific(key) == 0);
    assert(pthread_setspecific(key, &value) == 0 && pthread_getspecific(key) == &value);
    pthread_key_delete(key);
  }

  assert(getenv("HOME") == getenv("HOME"));
  return 0;
}
