//@ verdict: FALSE(memory)
//@ says: out of bounds
// Slots are given out by an index that is checked first and counted up afterwards: another thread may do so in between.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define SLOTS 3

static int *slots;
static atomic_int used;

/* Puts a number into the next free slot, if there is one. */
static void add(int number) {
  if (atomic_load(&used) < SLOTS) slots[atomic_fetch_add(&used, 1)] = number;
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
