//@ verdict: TRUE
// The loop waits until both halves are there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int a, b;
static atomic_int left, right;

static void *do_left(void *arg) {
  left = 20;
  a = 1;
  return arg;
}

static void *do_right(void *arg) {
  right = 22;
  b = 1;
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, do_left, NULL);
  pthread_create(&t2, NULL, do_right, NULL);
  while (!(a && b)) ;
  assert(left + right == 42);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
