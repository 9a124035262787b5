// What is stored in each round could meet a store of another thread: that a failure for no reason shows nothing is assumed.
//@ verdict: TRUE(bounded)
//@ says: which stores before it is tried again, fails only for a reason
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next[3];
static atomic_int top;

static void *push(void *argument) {
  int mine = (int)(long)argument, old = atomic_load(&top);
  do {
    atomic_store(&next[mine], old);
  } while (!atomic_compare_exchange_weak(&top, &old, mine));
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
