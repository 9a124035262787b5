// A field of a null list end: the offset makes the address non-zero, but it is still a null pointer access.
//@ verdict: FALSE(memory)
//@ line: 22
//@ says: null
#include <pthread.h>
#include <stdatomic.h>

struct node {
  long payload[4];
  struct node *_Atomic next;
};
struct node second, first = {.next = &second};

void *cut(void *unused) {
  first.next = 0;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, cut, 0);
  struct node *after = first.next->next;
  pthread_join(thread, 0);
  return after != 0;
}
