// The thread that drops the last reference frees the account with the lock that is in it, which it still holds.
//@ verdict: FALSE(memory)
//@ says: memory ends in which a thread still holds a mutex
#include <pthread.h>
#include <stdlib.h>

struct account {
  int references;
  pthread_mutex_t lock;
};

static void *drop(void *argument) {
  struct account *account = argument;
  pthread_mutex_lock(&account->lock);
  if (--account->references == 0) {
    free(account);
    return 0;
  }
  pthread_mutex_unlock(&account->lock);
  return 0;
}

int main(void) {
  struct account *account = malloc(sizeof *account);
  pthread_t other;
  account->references = 2;
  pthread_mutex_init(&account->lock, 0);
  pthread_create(&other, 0, drop, account);
  drop(account);
  pthread_join(other, 0);
  return 0;
}
