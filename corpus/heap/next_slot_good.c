//@ verdict: TRUE
// Slots are given out by a compare-exchange of the index that was checked.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define SLOTS 3

static int *slots;
static atomic_int used;

/* Puts a number into the next free slot, if there is one. */
static void add(int number) {
  int at = atomic_load(&used);
  while (at < SLOTS && !atomic_compare_exchange_strong(&used, &at, at + 1)) {
  }
  if (at < SLOTS) slots[at] = number;
}

static void *worker(void *arg) {
  add(1);
  add(2);
  return arg;
}

int main(void) {
  pthread_t one, two;
  slots = calloc(SLOTS, sizeof *slots);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  free(slots);
  return 0;
}
