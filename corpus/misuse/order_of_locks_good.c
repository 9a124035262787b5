//@ verdict: TRUE
//@ says: scope: all executions
// Locks are taken in the order of their addresses, whichever that is: two orders, and no deadlock in either.
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account first = {PTHREAD_MUTEX_INITIALIZER, 10}, second = {PTHREAD_MUTEX_INITIALIZER, 10};

static void transfer(struct account *from, struct account *to) {
  struct account *low = from < to ? from : to, *high = from < to ? to : from;
  pthread_mutex_lock(&low->lock);
  pthread_mutex_lock(&high->lock);
  from->balance--;
  to->balance++;
  pthread_mutex_unlock(&high->lock);
  pthread_mutex_unlock(&low->lock);
}

static void *there(void *unused) {
  transfer(&first, &second);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, there, 0);
  transfer(&second, &first);
  pthread_join(thread, 0);
  assert(first.balance + second.balance == 20);
  return 0;
}
