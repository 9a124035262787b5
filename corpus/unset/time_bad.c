// The time up to which a thread waits has no nanoseconds.
//@ verdict: FALSE(memory)
//@ line: 14
//@ says: `until`, declared in line 11
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  struct timespec until;
  until.tv_sec = 5;
  // How long it waits is not known.
  if (pthread_mutex_timedlock(&lock, &until) == 0) pthread_mutex_unlock(&lock);
  return 0;
}
