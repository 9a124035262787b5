//@ verdict: TRUE
// Only one thread can fill the empty slot, by compare-exchange; the other replies.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int slot, reply;

static int swap(int mine) {
  int empty = 0;
  if (atomic_compare_exchange_strong(&slot, &empty, mine)) {
    while (atomic_load(&reply) == 0) ;
    return atomic_load(&reply);
  }
  atomic_store(&reply, mine);
  return atomic_load(&slot);
}

static void *ann(void *arg) {
  assert(swap(1) == 2);
  return arg;
}

static void *bob(void *arg) {
  assert(swap(2) == 1);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, ann, NULL);
  pthread_create(&threads[1], NULL, bob, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
