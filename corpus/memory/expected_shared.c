// Both threads keep their expected value in the same variable: a failing compare-exchange writes to it, and so the other
// thread expects what is there by accident and takes the lock a second time.
//@ verdict: FALSE(reach) without race
//@ line: 17
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int expected;
atomic_int inside;

void *enter(void *unused) {
  expected = 0;
  if (atomic_compare_exchange_strong(&lock, &expected, 1)) {
    int others = inside++;
    assert(others == 0);
    inside--;
    lock = 0;
  }
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, enter, 0);
  pthread_create(&second, 0, enter, 0);
  enter(0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
