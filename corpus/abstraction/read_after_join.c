// The sibling of read_twice.c: main waits before it looks.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *set(void *unused) { x = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  pthread_join(t, 0);
  int first = x, second = x;
  assert(first == 1 && second == 1);
  return 0;
}
