// The sibling of thread_local_counters.c that adds up only main's copy: the other thread's is another object.
//@ verdict: FALSE(reach)
//@ line: 21
//@ says: reads count: 2
#include <assert.h>
#include <pthread.h>

static __thread int count;

void *work(void *unused) {
  count++;
  count++;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  assert(count == 4);
  return 0;
}
