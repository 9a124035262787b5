// The sibling of hand_over.c that looks and clears in two steps: both receivers get the object.
//@ verdict: FALSE(memory)
//@ line: 15
//@ says: double free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *_Atomic mailbox;

void *receive(void *unused) {
  int *it = atomic_load(&mailbox);
  if (it) {
    atomic_store(&mailbox, 0);
    free(it);
  }
  return 0;
}

int main(void) {
  pthread_t first, second;
  mailbox = malloc(sizeof(int));
  pthread_create(&first, 0, receive, 0);
  pthread_create(&second, 0, receive, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
