//@ verdict: TRUE
// One number is read before the other, whichever of them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int f, g;
static void *writer(void *unused) {
  f = 1;
  g = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  int second = g, first = f;
  assert(10 * first + second != 1);
  int seen = 10 * atomic_load(&f) + atomic_load_explicit(&g, memory_order_acquire);
  assert(seen == 0 || seen == 1 || seen == 10 || seen == 11);
  pthread_join(thread, 0);
  assert(10 * f + g == 11);
  return 0;
}
