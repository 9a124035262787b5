// The account of account.c with a lock around looking and paying. No interleaving overdraws it.
#include <assert.h>
#include <pthread.h>

int balance = 100;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *withdraw(void *amount) {
  int wanted = (int)(long)amount;
  pthread_mutex_lock(&lock);
  if (balance >= wanted) {
    balance = balance - wanted;
  }
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, withdraw, (void *)70);
  pthread_create(&second, 0, withdraw, (void *)60);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(balance >= 0);
  return 0;
}
