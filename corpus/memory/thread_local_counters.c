// Each thread counts in its own copy and adds it to the total at the end.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Thread_local int mine = 1;
atomic_int total;

static void count(void) { mine++; }

void *work(void *unused) {
  assert(mine == 1);
  count();
  count();
  total += mine;
  return 0;
}

int main(void) {
  pthread_t thread;
  mine = 1;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  assert(mine == 3 && total == 6);
  return 0;
}
