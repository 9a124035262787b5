// A mailbox with one place: the sender puts an object in, two receivers take it out by exchange; one gets and frees it.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *_Atomic mailbox;
atomic_int received;

void *receive(void *unused) {
  int *it = atomic_exchange(&mailbox, NULL);
  if (it) {
    assert(*it == 42);
    received++;
    free(it);
  }
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, receive, 0);
  pthread_create(&second, 0, receive, 0);
  int *it = malloc(sizeof *it);
  *it = 42;
  atomic_store(&mailbox, it);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(received <= 1);
  receive(0);
  assert(received == 1 && !mailbox);
  return 0;
}
