//@ verdict: FALSE(reach)
//@ line: 13
// An argument that the function does not look at is evaluated all the same.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static int count;
static FILE *file(void) {
  count++;
  return stdin;
}
int main(void) {
  pthread_spinlock_t lock; pthread_spin_init(&lock, count++); feof(file()); assert(count == 0);
  return 0;
}
