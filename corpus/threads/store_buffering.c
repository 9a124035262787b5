// Store buffering: under sequential consistency at least one thread sees the other's write.
// Two operations per thread (results come back by join): C(2 + 2 + 2, 3) - 1 = 19.
//@ verdict: TRUE without race
//@ executions: naive 19
//@ says: scope: all executions; sequential consistency
#include <assert.h>
#include <pthread.h>

volatile int x, y;

void *left(void *unused) {
  x = 1;
  return (void *)(long)y;
}

void *right(void *unused) {
  y = 1;
  return (void *)(long)x;
}

int main(void) {
  pthread_t first, second;
  void *seen_y, *seen_x;
  pthread_create(&first, 0, left, 0);
  pthread_create(&second, 0, right, 0);
  pthread_join(first, &seen_y);
  pthread_join(second, &seen_x);
  assert(seen_y || seen_x);
  return 0;
}
