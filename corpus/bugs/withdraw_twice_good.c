//@ verdict: TRUE
// The balance is checked and lowered in the same critical section.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *withdraw(void *arg) {
  pthread_mutex_lock(&lock);
  int enough = balance >= 70;
  if (enough) balance -= 70;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, withdraw, 0);
  pthread_create(&second, 0, withdraw, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(balance >= 0);
  return 0;
}
