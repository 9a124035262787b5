// With -k, one violation of each property is reported.
//@ verdict: FALSE(reach,overflow) without race
//@ options: -k
//@ line: 14
//@ line: 23
#include <assert.h>
#include <limits.h>
#include <pthread.h>

int x = INT_MAX;

void *worker(void *unused) {
  int y = x;
  y = y + 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  x = 0;
  pthread_join(thread, 0);
  assert(x == 1);
  return 0;
}
