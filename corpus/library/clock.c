// A clock never goes back.
//@ verdict: TRUE
//@ says: a clock advances by 0 or 1 seconds each time it is read
#include <assert.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  struct timespec first, second;
  struct timeval now;
  clock_gettime(CLOCK_MONOTONIC, &first);
  clock_gettime(CLOCK_MONOTONIC, &second);
  assert(second.tv_sec >= first.tv_sec);
  gettimeofday(&now, 0);
  assert(now.tv_usec == 0 && getpid() > 0 && sysconf(_SC_NPROCESSORS_ONLN) > 0);
  return 0;
}
