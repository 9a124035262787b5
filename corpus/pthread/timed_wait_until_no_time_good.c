// What is no time is refused where a thread would have to wait, and not looked at where it would not.
//@ verdict: TRUE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static sem_t items;

int main(void) {
  struct timespec until = {1, -1};
  assert(pthread_mutex_timedlock(&mutex, &until) == 0);
  assert(pthread_cond_timedwait(&ready, &mutex, &until) == EINVAL);
  pthread_mutex_unlock(&mutex);
  sem_init(&items, 0, 1);
  assert(sem_timedwait(&items, &until) == 0);
  assert(sem_timedwait(&items, &until) == -1 && errno == EINVAL);
  sem_destroy(&items);
  return 0;
}
