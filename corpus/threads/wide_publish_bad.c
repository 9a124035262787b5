// A relaxed store of a pair orders nothing, although it is one step.
//@ verdict: FALSE(race)
//@ line: 26
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct message {
  int *data;
  long number;
};
static int data;
static _Atomic struct message box;

static void *send(void *unused) {
  (void)unused;
  data = 7;
  atomic_store_explicit(&box, ((struct message){&data, 1}), memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, send, 0);
  struct message found = atomic_load_explicit(&box, memory_order_acquire);
  if (found.number) assert(*found.data == 7);
  pthread_join(other, 0);
  return 0;
}
