//@ verdict: TRUE
// Deposits and withdrawals hold the same lock.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t in_lock = PTHREAD_MUTEX_INITIALIZER;
static int total = 10;

static void *deposit(void *arg) {
  pthread_mutex_lock(&in_lock);
  total += 5;
  pthread_mutex_unlock(&in_lock);
  return arg;
}

static void *withdraw(void *arg) {
  pthread_mutex_lock(&in_lock);
  total -= 5;
  pthread_mutex_unlock(&in_lock);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, deposit, NULL);
  pthread_create(&t2, NULL, withdraw, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
