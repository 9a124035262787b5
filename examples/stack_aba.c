// A pool of buffers whose free list is a lock-free stack (Treiber's). Buffers are named by their index, and `top` is
// the first free one. To take it, a thread reads which buffer comes next, and makes that one the top if the top is
// still the same. But the same top need not be the same list: others may have taken two buffers and given the first one
// back (the ABA problem). Then the new top is a buffer that is still in use, and it is handed out a second time.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BUFFERS 4
#define NONE BUFFERS

static struct buffer {
  _Atomic uint32_t next;
  atomic_bool in_use;
  char bytes[64];
} pool[BUFFERS];

static _Atomic uint32_t top;

static uint32_t take(void) {
  uint32_t old = atomic_load(&top);
  while (old != NONE) {
    uint32_t next = atomic_load(&pool[old].next);
    if (atomic_compare_exchange_weak(&top, &old, next)) {
      bool in_use = atomic_exchange(&pool[old].in_use, true);
      assert(!in_use);
      return old;
    }
  }
  return NONE;
}

static void give_back(uint32_t buffer) {
  atomic_store(&pool[buffer].in_use, false);
  uint32_t old = atomic_load(&top);
  do {
    atomic_store(&pool[buffer].next, old);
  } while (!atomic_compare_exchange_weak(&top, &old, buffer));
}

// A request is read into one buffer, and its answer written into another one.
static void *serve(void *unused) {
  (void)unused;
  uint32_t request = take();
  uint32_t answer = take();
  give_back(request);
  give_back(answer);
  return NULL;
}

int main(void) {
  for (uint32_t i = 0; i < BUFFERS; i++) atomic_init(&pool[i].next, i + 1);
  pthread_t first, second;
  pthread_create(&first, NULL, serve, NULL);
  pthread_create(&second, NULL, serve, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
