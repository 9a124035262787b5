// A thread may say of itself that nobody will join it, and goes on.
//@ verdict: FALSE(reach)
//@ line: 9
#include <assert.h>
#include <pthread.h>

void *worker(void *unused) {
  pthread_detach(pthread_self());
  assert(0);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  return 0;
}
