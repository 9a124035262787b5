// Two threads add 1 without a lock: one of the two may get lost.
//@ verdict: FALSE(reach) without race
//@ line: 21
//@ says: reads counter: 0
#include <assert.h>
#include <pthread.h>

int counter;

void *increment(void *unused) {
  counter++;
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
