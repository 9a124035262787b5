// The sibling of function_slot_reset.c that calls the pointer it has checked.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int calls;
static void greet(void) { calls++; }
void (*_Atomic handler)(void) = greet;

void *notify(void *unused) {
  void (*copy)(void) = handler;
  if (copy) copy();
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, notify, 0);
  handler = 0;
  pthread_join(thread, 0);
  assert(calls <= 1);
  return 0;
}
