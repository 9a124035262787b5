//@ verdict: TRUE
// A detached thread need not be joined; main may exit and leave it running.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int count;
static void *worker(void *unused) {
  pthread_detach(pthread_self());
  count++;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_exit(0);
}
