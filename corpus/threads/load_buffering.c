// Load buffering: both threads reading 1 would need a cycle of time. 2 operations each: 19 executions.
//@ verdict: TRUE
//@ executions: naive 19
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

void *left(void *unused) {
  int seen = atomic_load(&x);
  atomic_store(&y, 1);
  return (void *)(long)seen;
}

void *right(void *unused) {
  int seen = atomic_load(&y);
  atomic_store(&x, 1);
  return (void *)(long)seen;
}

int main(void) {
  pthread_t first, second;
  void *seen_x, *seen_y;
  pthread_create(&first, 0, left, 0);
  pthread_create(&second, 0, right, 0);
  pthread_join(first, &seen_x);
  pthread_join(second, &seen_y);
  assert(!(seen_x && seen_y));
  return 0;
}
