//@ verdict: FALSE(race)
//@ line: 14
//@ line: 23
// The data is read in every round of the waiting loop, also while it is being written.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;
static int data;

static void *producer(void *arg) {
  data = 5;
  ready = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  int r = 0;
  pthread_create(&thread, NULL, producer, NULL);
  while (!ready) r = data;
  assert(r == 0 || r == 5);
  pthread_join(thread, NULL);
  return 0;
}
