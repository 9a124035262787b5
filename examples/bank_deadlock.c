// A bank moves money between accounts. A transfer locks the account that pays, then the account that is paid, so nobody
// can see it half done. Two customers who pay each other at the same time wait for each other for ever.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define ACCOUNTS 3

static struct account {
  pthread_mutex_t mutex;
  int balance;
} accounts[ACCOUNTS];

static bool transfer(int from, int to, int amount) {
  assert(from != to);
  struct account *payer = &accounts[from], *payee = &accounts[to];
  pthread_mutex_lock(&payer->mutex);
  pthread_mutex_lock(&payee->mutex);
  bool enough = payer->balance >= amount;
  if (enough) {
    payer->balance -= amount;
    payee->balance += amount;
  }
  pthread_mutex_unlock(&payee->mutex);
  pthread_mutex_unlock(&payer->mutex);
  return enough;
}

static void *alice(void *unused) {
  (void)unused;
  transfer(0, 1, 30);
  transfer(0, 2, 80);
  return NULL;
}

static void *bob(void *unused) {
  (void)unused;
  transfer(1, 0, 20);
  transfer(1, 2, 20);
  return NULL;
}

int main(void) {
  for (int i = 0; i < ACCOUNTS; i++) {
    pthread_mutex_init(&accounts[i].mutex, NULL);
    accounts[i].balance = 100;
  }
  pthread_t first, second;
  pthread_create(&first, NULL, alice, NULL);
  pthread_create(&second, NULL, bob, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  int total = 0;
  for (int i = 0; i < ACCOUNTS; i++) {
    assert(accounts[i].balance >= 0);
    total += accounts[i].balance;
    pthread_mutex_destroy(&accounts[i].mutex);
  }
  assert(total == 100 * ACCOUNTS);
  return 0;
}
