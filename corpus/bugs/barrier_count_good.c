//@ verdict: TRUE
// A hand-written barrier waits for as many arrivals as there are threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define PARTIES 2
static atomic_int arrived;
static int left, right;

static void barrier(void) {
  atomic_fetch_add(&arrived, 1);
  while (atomic_load(&arrived) < PARTIES) ;
}

static void *do_left(void *arg) {
  left = 1;
  barrier();
  assert(right == 2);
  return arg;
}

static void *do_right(void *arg) {
  right = 2;
  barrier();
  assert(left == 1);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, do_left, NULL);
  pthread_create(&t2, NULL, do_right, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
