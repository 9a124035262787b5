//@ verdict: FALSE(reach)
//@ line: 34
// The two flags are never set at the same time, but whoever looks at one and then at the other finds both.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b, left;

static void *first(void *unused) {
  a = 1;
  return unused;
}

static void *second(void *unused) {
  while (!a) ;
  a = 0;
  b = 1;
  return unused;
}

static void *waiter(void *unused) {
  while (!(a && b)) ;
  left = 1;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_create(&threads[2], 0, waiter, 0);
  pthread_join(threads[1], 0);
  assert(!left || !b);
  return 0;
}
