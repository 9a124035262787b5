//@ verdict: TRUE
// Two transfers in opposite directions, but both lock the account with the smaller number first.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct account {
  pthread_mutex_t lock;
  int money;
};
static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 50}, {PTHREAD_MUTEX_INITIALIZER, 50}};

static void transfer(int from, int to, int sum) {
  pthread_mutex_lock(&accounts[from < to ? from : to].lock);
  pthread_mutex_lock(&accounts[from < to ? to : from].lock);
  accounts[from].money -= sum;
  accounts[to].money += sum;
  pthread_mutex_unlock(&accounts[to].lock);
  pthread_mutex_unlock(&accounts[from].lock);
}

static void *forth(void *arg) {
  transfer(0, 1, 10);
  return arg;
}

static void *back(void *arg) {
  transfer(1, 0, 25);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, forth, 0);
  pthread_create(&second, 0, back, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(accounts[0].money == 65 && accounts[1].money == 35);
  return 0;
}
