//@ verdict: TRUE or open
//@ executions: optimal 7
// Memory is freed when no reader is inside that came before it was taken out: an exchange inside never meets another object.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *_Atomic slot;
static atomic_int inside;
static void *exchange(void *unused) {
  atomic_store(&inside, 1);
  int *old = atomic_load(&slot);
  int value = *old;
  int *expected = old;
  if (atomic_compare_exchange_strong(&slot, &expected, old)) assert(*old == value);
  atomic_store(&inside, 0);
  return 0;
}
static void *replace(void *unused) {
  int *other = malloc(sizeof *other);
  *other = 2;
  int *old = atomic_exchange(&slot, other);
  while (atomic_load(&inside)) {
  }
  free(old);
  int *third = malloc(sizeof *third);
  *third = 3;
  old = atomic_exchange(&slot, third);
  while (atomic_load(&inside)) {
  }
  free(old);
  return 0;
}
int main(void) {
  pthread_t one, two;
  int *first = malloc(sizeof *first);
  *first = 1;
  atomic_store(&slot, first);
  pthread_create(&one, 0, exchange, 0);
  pthread_create(&two, 0, replace, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  free(atomic_load(&slot));
  return 0;
}
