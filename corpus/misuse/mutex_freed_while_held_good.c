// The lock is given away before the account is freed. One that was never used is freed as it is.
//@ verdict: TRUE
#include <pthread.h>
#include <stdlib.h>

struct account {
  int references;
  pthread_mutex_t lock;
};

static struct account *made(int references) {
  struct account *account = malloc(sizeof *account);
  account->references = references;
  return account;
}

static void *drop(void *argument) {
  struct account *account = argument;
  pthread_mutex_lock(&account->lock);
  int left = --account->references;
  pthread_mutex_unlock(&account->lock);
  if (left == 0) free(account);
  return 0;
}

int main(void) {
  struct account *account = made(2), *unused = made(0);
  pthread_t other;
  pthread_mutex_init(&account->lock, 0);
  pthread_create(&other, 0, drop, account);
  drop(account);
  pthread_join(other, 0);
  free(unused);
  return 0;
}
