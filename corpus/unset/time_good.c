//@ verdict: TRUE
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  struct timespec until;
  until.tv_sec = 5;
  until.tv_nsec = 0;
  if (pthread_mutex_timedlock(&lock, &until) == 0) pthread_mutex_unlock(&lock);
  return 0;
}
