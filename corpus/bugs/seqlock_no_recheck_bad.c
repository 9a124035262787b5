//@ verdict: FALSE(reach)
//@ line: 27
// The reader of a sequence lock waits for an even number, but does not look at it again after reading.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint sequence;
static atomic_int hours = 9, minutes = 9;

static void *set(void *arg) {
  atomic_fetch_add(&sequence, 1);
  atomic_store(&hours, 10);
  atomic_store(&minutes, 10);
  atomic_fetch_add(&sequence, 1);
  return arg;
}

static void *show(void *arg) {
  unsigned before;
  int h, m;
  do before = atomic_load(&sequence);
  while (before & 1);
  h = atomic_load(&hours);
  m = atomic_load(&minutes);
  assert(h == m);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, set, NULL);
  pthread_create(&t2, NULL, show, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
