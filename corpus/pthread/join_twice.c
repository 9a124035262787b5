//@ verdict: FALSE(memory)
//@ line: 10
// A thread is joined once.
#include <pthread.h>
static void *worker(void *unused) { return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  pthread_join(thread, 0);
  return 0;
}
