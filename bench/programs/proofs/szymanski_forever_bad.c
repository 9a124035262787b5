// Szymanski's algorithm for two threads, forever.
// The second thread goes in while the first is still in the doorway.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>

_Atomic int flag0, flag1;
int inside;

static void *first(void *arg) {
  while (1) {
    flag0 = 1;
    while (flag1 >= 3) ;
    flag0 = 3;
    if (flag1 == 1) {
      flag0 = 2;
      while (flag1 != 4) ;
    }
    flag0 = 4;
    inside++;
    assert(inside == 1);
    inside--;
    int seen = flag1;
    while (seen == 2 || seen == 3) seen = flag1;
    flag0 = 0;
  }
  return arg;
}

static void *second(void *arg) {
  while (1) {
    flag1 = 1;
    while (flag0 >= 3) ;
    flag1 = 3;
    if (flag0 == 1) {
      flag1 = 2;
      while (flag0 != 4) ;
    }
    flag1 = 4;
    while (flag0 >= 4) ; // BUG: does not wait for one that is still in the doorway.
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
