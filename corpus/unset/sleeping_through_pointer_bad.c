//@ verdict: FALSE(memory)
//@ line: 5
#include <time.h>
static int doze(const struct timespec *time) {
  return clock_nanosleep(CLOCK_MONOTONIC, 0, time, 0);
}
int main(void) {
  struct timespec time;
  time.tv_sec = 1;
  return doze(&time);
}
