// A lock that holds the number of its owner, taken with compare-and-swap, forever.
// The lock holds the number of the thread that is inside.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int owner;

static void *first(void *arg) {
  while (1) {
    int expected = 0;
    while (!atomic_compare_exchange_strong(&owner, &expected, 1)) expected = 0;
    assert(owner == 1);
    owner = 0;
  }
  return arg;
}

static void *second(void *arg) {
  while (1) {
    int expected = 0;
    while (!atomic_compare_exchange_strong(&owner, &expected, 2)) expected = 0;
    assert(owner == 2);
    owner = 0;
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, first, 0);
  pthread_create(&t2, 0, second, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
