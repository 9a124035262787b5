// After Figure 3.2 of Telbisz' thesis (2024): N threads add one to y, N threads double it, and the first one adds twice
// whatever y is to z, N times. So z is even, and x is 0. Nothing has to be known of y to see that, and if nothing is, one
// order of the 2N threads is enough. As there, an assignment is one step.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

#ifndef N
#define N 2
#endif

unsigned x, y, z;

void *add(void *argument) {
  __VERIFIER_atomic_begin();
  y = y + 1;
  __VERIFIER_atomic_end();
  return 0;
}

void *twice(void *argument) {
  __VERIFIER_atomic_begin();
  y = 2 * y;
  __VERIFIER_atomic_end();
  return 0;
}

// No loop starts the threads: how many there are is not a matter of abstraction.
#define TIMES_1(do) do
#define TIMES_2(do) do do
#define TIMES_4(do) TIMES_2(do) TIMES_2(do)
#define TIMES_8(do) TIMES_4(do) TIMES_4(do)
#define TIMES_16(do) TIMES_8(do) TIMES_8(do)
#define TIMES_32(do) TIMES_16(do) TIMES_16(do)
#define TIMES_64(do) TIMES_32(do) TIMES_32(do)
#define TIMES_128(do) TIMES_64(do) TIMES_64(do)
#define TIMES_256(do) TIMES_128(do) TIMES_128(do)
#define TIMES__(n, do) TIMES_##n(do)
#define TIMES(n, do) TIMES__(n, do)

int main(void) {
  pthread_t thread;
  TIMES(N, pthread_create(&thread, 0, add, 0);)
  TIMES(N, pthread_create(&thread, 0, twice, 0);)
  for (int i = 0; i < N; i++) {
    __VERIFIER_atomic_begin();
    z = z + 2 * y;
    __VERIFIER_atomic_end();
  }
  if (z % 2 == 0)
    x = 0;
  else
    x = 1;
  assert(x == 0);
  return 0;
}
