// A bank of accounts, each with its own lock in the struct; transfers in both directions, one lock at a time.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

struct account {
  int balance;
  pthread_mutex_t lock;
};

struct account accounts[2] = {{50, PTHREAD_MUTEX_INITIALIZER}, {50, PTHREAD_MUTEX_INITIALIZER}};

static void change(struct account *account, int by) {
  pthread_mutex_lock(&account->lock);
  account->balance += by;
  pthread_mutex_unlock(&account->lock);
}

void *transfer(void *unused) {
  change(&accounts[0], -10);
  change(&accounts[1], 10);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, transfer, 0);
  change(&accounts[1], -20);
  change(&accounts[0], 20);
  pthread_join(thread, 0);
  assert(accounts[0].balance == 60 && accounts[1].balance == 40);
  return 0;
}
