// Peterson's algorithm in which each gives the turn to itself: no exclusion.
//@ verdict: FALSE(reach) without race
//@ line: 19
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2];
atomic_int turn;
int inside;

void *enter(void *argument) {
  int me = (int)(long)argument;
  wants[me] = 1;
  turn = me;
  while (wants[1 - me] && turn == 1 - me) {
  }
  inside++;
  assert(inside == 1);
  inside--;
  wants[me] = 0;
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, enter, (void *)1);
  enter((void *)0);
  pthread_join(other, 0);
  return 0;
}
