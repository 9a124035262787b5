//@ verdict: FALSE(race)
//@ line: 17
//@ line: 24
// The pointer to a filled struct is published with a relaxed store, which does not publish what is in the struct.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct message {
  int number;
};
static struct message storage;
static _Atomic(struct message *) box;

static void *sender(void *arg) {
  storage.number = 12;
  atomic_store_explicit(&box, &storage, memory_order_relaxed);
  return arg;
}

static void *receiver(void *arg) {
  struct message *got = atomic_load_explicit(&box, memory_order_acquire);
  if (got) assert(got->number == 12);
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
