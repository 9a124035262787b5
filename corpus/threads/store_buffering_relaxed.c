// With relaxed atomics both may read 0 on real machines. This engine runs them as seq_cst and has to say so.
//@ verdict: TRUE
//@ says: 4 operations of weaker memory order taken as seq_cst
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

void *left(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  return (void *)(long)atomic_load_explicit(&y, memory_order_relaxed);
}

void *right(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_release);
  return (void *)(long)atomic_load_explicit(&x, memory_order_acquire);
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
