//@ verdict: FALSE(race)
// The flag is volatile, but that does not make it atomic: reading it while it is being set is a race.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int data;
static volatile int ready;

static void *sender(void *arg) {
  data = 8;
  ready = 1;
  return arg;
}

static void *receiver(void *arg) {
  while (!ready) ;
  assert(data == 8);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, sender, NULL);
  pthread_create(&threads[1], NULL, receiver, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
