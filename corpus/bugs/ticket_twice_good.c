//@ verdict: TRUE
// Tickets are drawn by one atomic addition.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int next_ticket, serving, inside;

static void *customer(void *arg) {
  int mine = atomic_fetch_add(&next_ticket, 1);
  while (atomic_load(&serving) < mine) ;
  int others = atomic_fetch_add(&inside, 1);
  assert(others == 0);
  atomic_fetch_sub(&inside, 1);
  atomic_store(&serving, mine + 1);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, customer, NULL);
  pthread_create(&threads[1], NULL, customer, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
