// The pool of stack_aba.c. Here `top` has a version as well, which every change counts up. Both are compared and
// exchanged as one word of 64 bits, so a top that was taken and given back is not mistaken for the old one.
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

static _Atomic uint64_t top; // the version in the upper half, the index in the lower one

static uint64_t next_version(uint64_t old, uint32_t index) {
  return ((old >> 32) + 1) << 32 | index;
}

static uint32_t take(void) {
  uint64_t old = atomic_load(&top);
  while ((uint32_t)old != NONE) {
    uint32_t next = atomic_load(&pool[(uint32_t)old].next);
    if (atomic_compare_exchange_weak(&top, &old, next_version(old, next))) {
      bool in_use = atomic_exchange(&pool[(uint32_t)old].in_use, true);
      assert(!in_use);
      return (uint32_t)old;
    }
  }
  return NONE;
}

static void give_back(uint32_t buffer) {
  atomic_store(&pool[buffer].in_use, false);
  uint64_t old = atomic_load(&top);
  do {
    atomic_store(&pool[buffer].next, (uint32_t)old);
  } while (!atomic_compare_exchange_strong(&top, &old, next_version(old, buffer)));
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
