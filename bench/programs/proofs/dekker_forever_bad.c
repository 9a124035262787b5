// Dekker's algorithm for two threads, forever.
// The second thread looks at the flag only once.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>

_Atomic int flag0, flag1, turn;
int inside;

static void *first(void *arg) {
  while (1) {
    flag0 = 1;
    while (flag1) {
      if (turn != 0) {
        flag0 = 0;
        while (turn != 0) ;
        flag0 = 1;
      }
    }
    inside++;
    assert(inside == 1);
    inside--;
    turn = 1;
    flag0 = 0;
  }
  return arg;
}

static void *second(void *arg) {
  while (1) {
    flag1 = 1;
    if (flag0) { // BUG: does not look again after it got the turn.
      if (turn != 1) {
        flag1 = 0;
        while (turn != 1) ;
        flag1 = 1;
      }
    }
    inside++;
    assert(inside == 1);
    inside--;
    turn = 0;
    flag1 = 0;
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, first, 0);
  pthread_create(&t2, 0, second, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
