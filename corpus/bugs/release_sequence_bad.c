//@ verdict: FALSE(race)
//@ line: 14
//@ line: 30
// The relay passes the flag on with a relaxed store of its own, which ends the sender's release sequence.
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
  while (atomic_load_explicit(&stage, memory_order_relaxed) != 1) ;
  atomic_store_explicit(&stage, 2, memory_order_relaxed);
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
