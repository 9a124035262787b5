//@ verdict: FALSE(deadlock)
// Whatever is chosen, the loop is not left.
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_bool(void);
atomic_int f,g;
void *waiter(void *u) {
  int r;
  while (!f) { if (__VERIFIER_nondet_bool()) r = g; }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  pthread_join(t, 0);
}
