// The sibling of dekker_try.c that looks first and raises its flag afterwards: both get in.
//@ verdict: FALSE(reach) without race
//@ line: 16
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag[2];
int inside;

void *enter(void *argument) {
  int me = (int)(long)argument;
  if (!flag[1 - me]) {
    flag[me] = 1;
    inside++;
    assert(inside == 1);
    inside--;
    flag[me] = 0;
  }
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, enter, (void *)1);
  enter((void *)0);
  pthread_join(other, 0);
  return 0;
}
