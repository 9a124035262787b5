// Only deadlocks are looked for: the failing assertion ends its thread, and nothing else happens.
//@ verdict: TRUE
//@ options: --property deadlock
//@ says: no violation of deadlock
#include <assert.h>
#include <pthread.h>

void *worker(void *unused) {
  assert(0);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
