//@ verdict: TRUE
// Threads know themselves.
#include <assert.h>
#include <pthread.h>

static pthread_t first;

static void *worker(void *handle) {
  assert(!pthread_equal(pthread_self(), first));
  assert(pthread_equal(pthread_self(), pthread_self()));
  return (void *)pthread_self();
}

int main(void) {
  pthread_t thread;
  void *seen;
  first = pthread_self();
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, &seen);
  assert(pthread_equal((pthread_t)seen, thread) && !pthread_equal(thread, first));
  return 0;
}
