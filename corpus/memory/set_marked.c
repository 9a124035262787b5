// Harris' list: the node to be removed is marked in the low bit of its own `next`, so that nothing is inserted behind it.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct node {
  atomic_uintptr_t next;
} head, victim, fresh;

void *insert_behind_victim(void *unused) {
  uintptr_t expected = 0;
  return (void *)(long)atomic_compare_exchange_strong(&victim.next, &expected, (uintptr_t)&fresh);
}

int main(void) {
  pthread_t thread;
  void *inserted;
  head.next = (uintptr_t)&victim;
  pthread_create(&thread, 0, insert_behind_victim, 0);
  uintptr_t after = atomic_fetch_or(&victim.next, (uintptr_t)1);
  uintptr_t expected = (uintptr_t)&victim;
  int removed = atomic_compare_exchange_strong(&head.next, &expected, after);
  pthread_join(thread, &inserted);
  assert(removed);
  assert(head.next == (inserted ? (uintptr_t)&fresh : 0));
  return 0;
}
