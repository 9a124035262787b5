//@ verdict: TRUE
// Lamport's bakery for two.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int choosing[2];
static atomic_int number[2];
static int bread;

static void *customer(void *arg) {
  int me = *(int *)arg, other = 1 - me;
  atomic_store(&choosing[me], 1);
  atomic_store(&number[me], atomic_load(&number[other]) + 1);
  atomic_store(&choosing[me], 0);
  while (atomic_load(&choosing[other])) ;
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
