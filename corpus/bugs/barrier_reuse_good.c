//@ verdict: TRUE
// A barrier with a generation number: those who wait look at the number, which nobody sets back.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int arrived;
static atomic_int generation;

static void barrier(void) {
  int mine = atomic_load(&generation);
  if (atomic_fetch_add(&arrived, 1) == 1) {
    atomic_store(&arrived, 0);
    atomic_store(&generation, mine + 1);
  } else {
    while (atomic_load(&generation) == mine) ;
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
