// A section that hands something over: the second thread accesses x if it has seen the first section.
//@ verdict: TRUE
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, here, there;

void *one(void *unused) {
  x = 1;
  __VERIFIER_atomic_begin();
  here = 1;
  __VERIFIER_atomic_end();
  return 0;
}

void *two(void *unused) {
  __VERIFIER_atomic_begin();
  int seen = here;
  __VERIFIER_atomic_end();
  if (seen) x = 2;
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
