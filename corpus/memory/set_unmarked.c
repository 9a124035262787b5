// The sibling of set_marked.c without the mark: a node inserted behind the removed one is lost.
//@ verdict: FALSE(reach)
//@ line: 25
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  struct node *_Atomic next;
} head, victim, fresh;

void *insert_behind_victim(void *unused) {
  struct node *expected = 0;
  atomic_compare_exchange_strong(&victim.next, &expected, &fresh);
  return 0;
}

int main(void) {
  pthread_t thread;
  head.next = &victim;
  pthread_create(&thread, 0, insert_behind_victim, 0);
  struct node *after = victim.next, *expected = &victim;
  atomic_compare_exchange_strong(&head.next, &expected, after);
  pthread_join(thread, 0);
  assert(head.next == &fresh);
  return 0;
}
