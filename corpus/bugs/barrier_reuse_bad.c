//@ verdict: FALSE(deadlock)
//@ line: 15
// The last one to arrive resets the barrier; a fast thread arrives at the next round before the slow one has seen the
// reset, and now the slow one waits in round one and the fast one in round two.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int arrived;

static void barrier(void) {
  if (atomic_fetch_add(&arrived, 1) == 1) {
    atomic_store(&arrived, 0);
  } else {
    while (atomic_load(&arrived) != 0) ;
  }
}

static void *worker(void *arg) {
  barrier();
  barrier();
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, worker, NULL);
  pthread_create(&threads[1], NULL, worker, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
