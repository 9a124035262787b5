// The sibling of aba_index.c with a tag that changes with every change of the head.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define END 2u
atomic_uint next[2] = {1, END};
atomic_uint head; // tag << 2 | index
atomic_int owned[2];

static unsigned with_next_tag(unsigned old, unsigned index) { return ((old >> 2) + 1) << 2 | index; }

static unsigned take(void) {
  unsigned old = atomic_load(&head);
  while ((old & 3) != END && !atomic_compare_exchange_strong(&head, &old, with_next_tag(old, next[old & 3]))) {
  }
  unsigned it = old & 3;
  if (it != END) {
    int before = atomic_fetch_add(&owned[it], 1);
    assert(before == 0);
  }
  return it;
}

static void give_back(unsigned it) {
  atomic_fetch_sub(&owned[it], 1);
  unsigned old = atomic_load(&head);
  do next[it] = old & 3;
  while (!atomic_compare_exchange_strong(&head, &old, with_next_tag(old, it)));
}

void *other(void *unused) {
  unsigned first = take();
  take();
  if (first != END) give_back(first);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  take();
  take();
  pthread_join(thread, 0);
  return 0;
}
