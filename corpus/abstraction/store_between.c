// The other thread may write between main's write and main's look.
//@ verdict: FALSE(reach)
//@ line: 12
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *set(void *unused) { x = 6; return 0; }
int main(void) {
  pthread_t t; pthread_create(&t, 0, set, 0);
  x = 3;
  assert(x == 3);
  return 0;
}
