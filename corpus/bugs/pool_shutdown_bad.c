//@ verdict: FALSE(deadlock)
//@ line: 12
// A worker that is waiting for a job when the pool shuts down does not look at the stop flag, and waits for ever.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int jobs, stop;

static void *worker(void *arg) {
  while (!atomic_load(&stop)) {
    while (atomic_load(&jobs) == 0) ;
    atomic_fetch_sub(&jobs, 1);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  atomic_fetch_add(&jobs, 1);
  atomic_store(&stop, 1);
  pthread_join(thread, NULL);
  return 0;
}
