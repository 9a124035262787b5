// The sibling of weak_push_atomic.c whose compare-exchange is a strong one.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next[3];
static atomic_int top;

static void *push(void *argument) {
  int mine = (int)(long)argument, old = atomic_load(&top);
  do {
    atomic_store(&next[mine], old);
  } while (!atomic_compare_exchange_strong(&top, &old, mine));
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, push, (void *)1);
  push((void *)2);
  pthread_join(thread, 0);
  assert(next[top] != top);
  return 0;
}
