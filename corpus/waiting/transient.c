//@ verdict: FALSE(reach)
//@ flags: -DWRONG=1
//@ says: assertion `seen != WRONG` failed
// x is 1, then 0, then 1 again: whoever waits for 1 may see y at 0, at 1 and at 2.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *writer(void *unused) {
  x = 1;
  y = 1;
  x = 0;
  y = 2;
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  while (x != 1) ;
  int seen = y;
  pthread_join(thread, 0);
  assert(seen != WRONG);
  return 0;
}
