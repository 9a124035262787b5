//@ verdict: FALSE(memory)
//@ line: 10
// A detached thread cannot be joined.
#include <pthread.h>
static void *worker(void *unused) { return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_detach(thread);
  pthread_join(thread, 0);
  return 0;
}
