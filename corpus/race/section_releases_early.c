// The section stores to the flag before it looks at the data: what it does after that is in order with nobody who has
// seen the flag.
//@ verdict: FALSE(race)
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
atomic_int flag;
int data, seen;
void *look(void *unused) {
  __VERIFIER_atomic_begin();
  flag = 1;
  seen = data;
  __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t looker;
  pthread_create(&looker, 0, look, 0);
  if (flag) data = 1;
  pthread_join(looker, 0);
  return 0;
}
