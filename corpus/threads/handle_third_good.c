// A thread that is started later finds the handle of one that was started before, and waits for it.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

static pthread_t worker;
static int x;

static void *work(void *unused) {
  (void)unused;
  x = 1;
  return 0;
}

static void *wait_for_it(void *unused) {
  (void)unused;
  pthread_join(worker, 0);
  assert(x == 1);
  return 0;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&worker, 0, work, 0);
  pthread_create(&waiter, 0, wait_for_it, 0);
  pthread_join(waiter, 0);
  return 0;
}
