// An atomic integer of 128 bits is read and written by `x = x + 1` in two steps.
//@ verdict: FALSE(reach)
//@ line: 18
#include <assert.h>
#include <pthread.h>

static _Atomic __int128 sum;

static void *add(void *unused) { return sum = sum + 1, unused; }

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, add, 0);
  add(0);
  pthread_join(other, 0);
  __int128 found = sum;
  // One of them is lost.
  assert(found == 2);
  return 0;
}
