// Two words that are written one after the other are not one.
//@ verdict: FALSE(reach)
//@ line: 21
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_long one = 1, two = 1;

static void *write(void *unused) {
  (void)unused;
  one = 2;
  two = 2;
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, write, 0);
  long found = one;
  assert(found == two);
  pthread_join(other, 0);
  return 0;
}
