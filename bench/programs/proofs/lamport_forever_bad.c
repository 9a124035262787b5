// Lamport's fast mutual exclusion for two threads, forever.
// The first thread does not wait for the other one on the slow path.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>

_Atomic int busy1, busy2, x, y;
int inside;

static void *first(void *arg) {
  while (1) {
    busy1 = 1;
    x = 1;
    if (y != 0) { busy1 = 0; while (y != 0) ; continue; }
    y = 1;
    if (x != 1) {
      busy1 = 0;
      // BUG: does not wait until the other one is not busy.
      if (y != 1) { while (y != 0) ; continue; }
    }
    inside++;
    assert(inside == 1);
    inside--;
    y = 0;
    busy1 = 0;
  }
  return arg;
}

static void *second(void *arg) {
  while (1) {
    busy2 = 1;
    x = 2;
    if (y != 0) { busy2 = 0; while (y != 0) ; continue; }
    y = 2;
    if (x != 2) {
      busy2 = 0;
      while (busy1) ;
      if (y != 2) { while (y != 0) ; continue; }
    }
    inside++;
    assert(inside == 1);
    inside--;
    y = 0;
    busy2 = 0;
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
