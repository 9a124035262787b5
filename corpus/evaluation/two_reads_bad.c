//@ verdict: FALSE(reach)
//@ line: 16
// The second number may be read first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int f, g;
static void *writer(void *unused) {
  g = 1;
  f = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  int seen = 10 * f + g; assert(seen != 10);
  pthread_join(thread, 0);
  // Nothing writes any more.
  assert(10 * f + g == 11);
  return 0;
}
