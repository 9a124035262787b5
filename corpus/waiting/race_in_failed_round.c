//@ verdict: FALSE(race)
// What races is read only in rounds that fail, and written when the loop has been left.
#include <pthread.h>
#include <stdatomic.h>
atomic_int f, g;
int p;
void *waiter(void *u) {
  int r = 0;
  while (!atomic_load_explicit(&f, memory_order_relaxed))
    r = p;                                   /* only in failing rounds */
  atomic_store_explicit(&g, 1, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  atomic_store_explicit(&f, 1, memory_order_relaxed);
  while (!atomic_load_explicit(&g, memory_order_relaxed)) ;
  p = 1;
  pthread_join(t, 0);
}
