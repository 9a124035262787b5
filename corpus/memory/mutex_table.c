// A calloc'd table of cells with a lock each: transfers in opposite directions that lock by index keep the sum.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int money;
};
struct account *accounts;

static void transfer(int from, int to) {
  int first = from < to ? from : to, second = from + to - first;
  pthread_mutex_lock(&accounts[first].lock);
  pthread_mutex_lock(&accounts[second].lock);
  accounts[from].money -= 10;
  accounts[to].money += 10;
  pthread_mutex_unlock(&accounts[second].lock);
  pthread_mutex_unlock(&accounts[first].lock);
}

void *back(void *unused) {
  transfer(1, 0);
  return 0;
}

int main(void) {
  pthread_t thread;
  accounts = calloc(2, sizeof *accounts);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_init(&accounts[i].lock, 0);
    accounts[i].money = 100;
  }
  pthread_create(&thread, 0, back, 0);
  transfer(0, 1);
  pthread_join(thread, 0);
  assert(accounts[0].money == 100 && accounts[1].money == 100);
  for (int i = 0; i < 2; i++) pthread_mutex_destroy(&accounts[i].lock);
  free(accounts);
  return 0;
}
