// The heart of Dekker's algorithm with a single try: raise the own flag, look at the other one, enter if it is down.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag[2];
int inside;

void *enter(void *argument) {
  int me = (int)(long)argument;
  flag[me] = 1;
  if (!flag[1 - me]) {
    inside++;
    assert(inside == 1);
    inside--;
  }
  flag[me] = 0;
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, enter, (void *)1);
  enter((void *)0);
  pthread_join(other, 0);
  return 0;
}
