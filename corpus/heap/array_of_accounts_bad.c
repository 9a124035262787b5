//@ verdict: FALSE(memory)
//@ says: out of bounds
// An array of structs on the heap, each with its own mutex; a slip in the index leads behind the last one.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account *accounts;

static void *pay_in(void *arg) {
  int i = (int)(long)arg;
  for (int round = 0; round < 2; round++) {
    struct account *it = &accounts[(i + round) % 2 + round];
    pthread_mutex_lock(&it->lock);
    it->balance += 10;
    pthread_mutex_unlock(&it->lock);
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  accounts = calloc(2, sizeof *accounts);
  for (int i = 0; i < 2; i++) pthread_mutex_init(&accounts[i].lock, NULL);
  pthread_create(&thread, NULL, pay_in, (void *)1);
  pay_in((void *)0);
  pthread_join(thread, NULL);
  assert(accounts[0].balance + accounts[1].balance == 40);
  free(accounts);
  return 0;
}
