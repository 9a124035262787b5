//@ verdict: TRUE
// The relay passes the flag on with a relaxed compare-exchange, which continues the sender's release sequence.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int stage;

static void *sender(void *arg) {
  data = 8;
  atomic_store_explicit(&stage, 1, memory_order_release);
  return arg;
}

static void *relay(void *arg) {
  int one = 1;
  while (!atomic_compare_exchange_strong_explicit(&stage, &one, 2, memory_order_relaxed, memory_order_relaxed)) one = 1;
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, sender, NULL);
  pthread_create(&t2, NULL, relay, NULL);
  while (atomic_load_explicit(&stage, memory_order_acquire) != 2) ;
  assert(data == 8);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
