//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static int count;
static FILE *file(void) {
  count++;
  return stdin;
}
int main(void) {
  pthread_spinlock_t lock;
  pthread_spin_init(&lock, count++);
  int ended = feof(file());
  assert(count == 2 && ended >= 0);
  return 0;
}
