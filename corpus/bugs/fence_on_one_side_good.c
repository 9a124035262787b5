//@ verdict: TRUE
// Relaxed accesses with a release fence in the sender and an acquire fence in the receiver.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int ready;

static void *sender(void *arg) {
  data = 8;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return arg;
}

static void *receiver(void *arg) {
  while (!atomic_load_explicit(&ready, memory_order_relaxed)) ;
  atomic_thread_fence(memory_order_acquire);
  assert(data == 8);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, sender, 0);
  pthread_create(&second, 0, receiver, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
