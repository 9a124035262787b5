//@ verdict: TRUE
// A ring of pointers between one producer and one consumer: the message is in its place before the tail says so.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
  int number;
};

static struct message *ring[2];
static atomic_int head, tail;

static void *producer(void *arg) {
  for (int i = 0; i < 2; i++) {
    struct message *it = malloc(sizeof *it);
    it->number = i;
    int at = atomic_load_explicit(&tail, memory_order_relaxed);
    ring[at % 2] = it;
    atomic_store_explicit(&tail, at + 1, memory_order_release);
  }
  return arg;
}

/* Fetches what is there, and leaves the rest to be fetched later. */
static int fetch(int expected) {
  int at = atomic_load_explicit(&head, memory_order_relaxed);
  if (at == atomic_load_explicit(&tail, memory_order_acquire)) return 0;
  struct message *it = ring[at % 2];
  assert(it->number == expected);
  free(it);
  atomic_store_explicit(&head, at + 1, memory_order_release);
  return 1;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, producer, NULL);
  int fetched = fetch(0);
  fetched += fetch(fetched);
  pthread_join(thread, NULL);
  while (fetched < 2) fetched += fetch(fetched);
  return 0;
}
