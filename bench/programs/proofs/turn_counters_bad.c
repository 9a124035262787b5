// Two threads take turns; each counts its turns without a bound.
// The second thread counts after it has given the turn away.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>

_Atomic int turn;
unsigned made, used;

static void *first(void *arg) {
  while (1) {
    while (turn != 0) ;
    made++;
    assert(made - used == 1);
    turn = 1;
  }
  return arg;
}

static void *second(void *arg) {
  while (1) {
    while (turn != 1) ;
    turn = 0; // BUG: gives the turn away before it has counted.
    used++;
    assert(made == used);
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
