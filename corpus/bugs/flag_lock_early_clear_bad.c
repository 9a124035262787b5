//@ verdict: FALSE(race)
//@ line: 16
// The spin lock is cleared before the new balance is written.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_flag locked = ATOMIC_FLAG_INIT;
static int balance;

static void *deposit(void *arg) {
  while (atomic_flag_test_and_set(&locked)) ;
  int before = balance;
  atomic_flag_clear(&locked);
  balance = before + 10;
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, deposit, 0);
  pthread_create(&second, 0, deposit, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
