// A division by zero stops a thread before its assertion. With only `reach` asked for, that is no violation, and no proof either.
//@ verdict: TRUE(bounded)
//@ options: --property reach
//@ says: unchecked_division.c:12:7 by a mistake that is not checked for
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int parts;
static void *share(void *unused) {
  (void)unused;
  int count = atomic_load(&parts);
  int each = 12 / count;
  assert(each > 100);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, share, 0);
  pthread_join(thread, 0);
  return 0;
}
