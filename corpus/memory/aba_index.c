// ABA: while one thread is about to take cell 0 (next: 1), the other takes 0 and 1 and gives 0 back. The compare-exchange
// succeeds although the next free cell is no longer 1: cell 1 is owned twice.
//@ verdict: FALSE(reach)
//@ line: 20
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define END 2
atomic_int next[2] = {1, END};
atomic_int head;
atomic_int owned[2];

static int take(void) {
  int it = atomic_load(&head);
  while (it != END && !atomic_compare_exchange_strong(&head, &it, next[it])) {
  }
  if (it != END) {
    int before = atomic_fetch_add(&owned[it], 1);
    assert(before == 0);
  }
  return it;
}

static void give_back(int it) {
  atomic_fetch_sub(&owned[it], 1);
  int old = atomic_load(&head);
  do next[it] = old;
  while (!atomic_compare_exchange_strong(&head, &old, it));
}

void *other(void *unused) {
  int first = take();
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
