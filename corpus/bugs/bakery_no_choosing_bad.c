//@ verdict: FALSE(race)
//@ line: 18
// Lamport's bakery for two without the `choosing` flags: one draws a number the other has not seen yet, and both go in.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int number[2];
static int bread;

static void *customer(void *arg) {
  int me = *(int *)arg, other = 1 - me;
  atomic_store(&number[me], atomic_load(&number[other]) + 1);
  for (;;) {
    int theirs = atomic_load(&number[other]), mine = atomic_load(&number[me]);
    if (theirs == 0 || mine < theirs || (mine == theirs && me < other)) break;
  }
  bread++;
  atomic_store(&number[me], 0);
  return NULL;
}

int main(void) {
  int zero = 0, one = 1;
  pthread_t t1, t2;
  pthread_create(&t1, NULL, customer, &zero);
  pthread_create(&t2, NULL, customer, &one);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
