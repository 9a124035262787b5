// Two cash machines serve the same account. Each looks at the balance before it pays out, so the account should
// never be overdrawn. Or can it?
#include <assert.h>
#include <pthread.h>

_Atomic int balance = 100;

void *withdraw(void *amount) {
  int wanted = (int)(long)amount;
  if (balance >= wanted) {
    balance = balance - wanted;
  }
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
