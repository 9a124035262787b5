// The sibling of lost_update.c with a lock: blocks of 4 operations (lock, read, write, unlock), m = n = 4:
// T2 first: 1 run; T1 first with the second create before, within or behind its block, and the first join anywhere
// around T2's block: (m + 1) * (n + 1). 1 + 25 = 26.
//@ verdict: TRUE
//@ executions: naive 26
#include <assert.h>
#include <pthread.h>

int counter;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *increment(void *unused) {
  pthread_mutex_lock(&lock);
  counter++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, increment, 0);
  pthread_create(&second, 0, increment, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 2);
  return 0;
}
