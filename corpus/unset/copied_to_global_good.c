// What is copied there is replaced before it is used.
//@ verdict: TRUE
#include <pthread.h>
#include <stdatomic.h>
static int number;
static atomic_int ready;
static void *worker(void *unused) {
  int value;
  number = value;
  number = 1;
  atomic_store(&ready, 1);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  if (atomic_load(&ready) && number != 1) return 1;
  pthread_join(thread, 0);
  return 0;
}
