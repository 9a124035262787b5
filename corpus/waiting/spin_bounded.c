// Threads that wait make no rounds, so a bound on rounds cuts nothing, and as many executions are run as without it.
//@ verdict: TRUE
//@ options: --unroll 1
//@ executions: optimal 2, source 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int lock, count;
static void *work(void *unused) {
  (void)unused;
  while (atomic_exchange(&lock, 1))
    ;
  count = count + 1;
  lock = 0;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  assert(count == 2);
  return 0;
}
