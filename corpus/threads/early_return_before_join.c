// The helper may end without having waited for the worker, and then nobody has.
//@ verdict: FALSE(reach)
//@ line: 21
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int done, seen;
void *work(void *unused) { seen = 1; done = 1; return 0; }
void *help(void *unused) {
  pthread_t worker;
  pthread_create(&worker, 0, work, 0);
  if (!seen) return 0;
  pthread_join(worker, 0);
  return 0;
}
int main(void) {
  pthread_t helper;
  pthread_create(&helper, 0, help, 0);
  pthread_join(helper, 0);
  // Only now.
  assert(done);
  return 0;
}
