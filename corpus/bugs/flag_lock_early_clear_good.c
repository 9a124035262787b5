//@ verdict: TRUE
// The spin lock is cleared after the new balance is written.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_flag locked = ATOMIC_FLAG_INIT;
static int balance;

static void *deposit(void *arg) {
  while (atomic_flag_test_and_set(&locked)) ;
  int before = balance;
  balance = before + 10;
  atomic_flag_clear(&locked);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, deposit, 0);
  pthread_create(&second, 0, deposit, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(balance == 20);
  return 0;
}
