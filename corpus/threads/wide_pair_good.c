// A struct of two words is read and written as a whole.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair {
  long one, two;
};
static _Atomic struct pair shared = {1, 1};

static void *write(void *unused) {
  struct pair next = {2, 2};
  (void)unused;
  atomic_store_explicit(&shared, next, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, write, 0);
  struct pair found = shared;
  assert(found.one == found.two);
  pthread_join(other, 0);
  found = atomic_load(&shared);
  assert(found.one == 2 && found.two == 2);
  return 0;
}
