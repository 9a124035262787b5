// The index is right in every order, so no thread is stopped although `memory` is not checked.
//@ verdict: TRUE
//@ options: --property reach
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int slots[4];
static atomic_int next = 1;
static void *take(void *unused) {
  (void)unused;
  int at = atomic_load(&next) - 1;
  slots[at] = 1;
  assert(slots[at] == 1);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, take, 0);
  atomic_store(&next, 2);
  pthread_join(thread, 0);
  return 0;
}
