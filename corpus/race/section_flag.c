// The flag is seen only after the first section, but the second one can come before both: only a reduction that is
// content with one order of the sections would take them for ordered.
//@ verdict: FALSE(race)
//@ says: data race on `data`
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int data, here, there;
atomic_int flag;

void *one(void *unused) {
  data = 1;
  __VERIFIER_atomic_begin();
  here = 1;
  __VERIFIER_atomic_end();
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return 0;
}

void *two(void *unused) {
  __VERIFIER_atomic_begin();
  there = 1;
  __VERIFIER_atomic_end();
  if (atomic_load_explicit(&flag, memory_order_relaxed)) data = 2;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, two, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
