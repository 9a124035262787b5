//@ verdict: TRUE
// All clocks tell the same time, and it does not go back.
#include <assert.h>
#include <pthread.h>
#include <time.h>
static time_t started;
static void *work(void *unused) {
  started = time(0);
  return unused;
}
int main(void) {
  struct timespec last;
  pthread_t thread;
  time_t first = time(0);
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  clock_gettime(CLOCK_REALTIME, &last);
  assert(first <= started && started <= last.tv_sec);
  assert(last.tv_sec <= time(0));
  return 0;
}
