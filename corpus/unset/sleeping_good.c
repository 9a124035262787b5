//@ verdict: TRUE
#include <threads.h>
#include <time.h>
static const struct timespec tick = {0, 1000};
static void doze(const struct timespec *time) { thrd_sleep(time, 0); }
int main(void) {
  struct timespec time, left;
  time.tv_sec = 1;
  time.tv_nsec = 0;
  nanosleep(&time, &left);
  nanosleep(&tick, 0);
  doze(&time);
  doze(&tick);
  doze(0);
  return 0;
}
