// Only one of the orders makes the index wrong; what the thread would do then is not known, so nothing is claimed beyond that line.
//@ verdict: TRUE(bounded)
//@ options: --property reach
//@ says: unchecked_index.c:13:3 by a mistake that is not checked for
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int slots[4];
static atomic_int next;
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
  atomic_store(&next, 1);
  pthread_join(thread, 0);
  return 0;
}
