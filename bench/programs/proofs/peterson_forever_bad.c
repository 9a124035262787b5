// Peterson's algorithm for two threads, forever.
// The first thread takes the turn, so both can be inside.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>

_Atomic int flag0, flag1, turn;
int inside;

static void *first(void *arg) {
  while (1) {
    flag0 = 1;
    turn = 0; // BUG: takes the turn instead of giving it away.
    while (flag1 && turn == 1) ;
    inside++;
    assert(inside == 1);
    inside--;
    flag0 = 0;
  }
  return arg;
}

static void *second(void *arg) {
  while (1) {
    flag1 = 1;
    turn = 0;
    while (flag0 && turn == 0) ;
    inside++;
    assert(inside == 1);
    inside--;
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
