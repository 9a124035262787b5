// The sections have nothing in common. If the second one comes first, nothing orders the accesses to x.
//@ verdict: FALSE(race)
//@ says: data race on `x`
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, here, there;

void *one(void *unused) {
  x = 1;
  __VERIFIER_atomic_begin();
  there = 1;
  __VERIFIER_atomic_end();
  return 0;
}

void *two(void *unused) {
  __VERIFIER_atomic_begin();
  int seen = here;
  __VERIFIER_atomic_end();
  if (1) x = 2;
  return (void *)(long)seen;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, two, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
