// A pair that is stored with release and loaded with acquire hands over what was written before.
//@ verdict: TRUE
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
  atomic_store_explicit(&box, ((struct message){&data, 1}), memory_order_release);
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
