// What is copied to an object that was set is not set there either.
//@ verdict: FALSE(memory)
//@ line: 17
#include <pthread.h>
#include <stdatomic.h>
static int number;
static atomic_int ready;
static void *worker(void *unused) {
  int value;
  number = value;
  atomic_store(&ready, 1);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  if (atomic_load(&ready) && number) return 1;
  pthread_join(thread, 0);
  return 0;
}
