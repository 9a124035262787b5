// Burns' algorithm for two threads, with one bit each, forever.
// The second thread does not look again after it has raised its flag.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>

_Atomic int flag0, flag1;
int inside;

static void *first(void *arg) {
  while (1) {
    flag0 = 1;
    while (flag1) ;
    inside++;
    assert(inside == 1);
    inside--;
    flag0 = 0;
  }
  return arg;
}

static void *second(void *arg) {
  while (1) {
    flag1 = 0;
    if (flag0) continue;
    flag1 = 1; // BUG: does not look at the other flag again.
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
