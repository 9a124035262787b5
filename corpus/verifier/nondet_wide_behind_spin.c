// One thread asks for too much while another one spins for ever: the wide choice is still not covered.
//@ verdict: UNKNOWN(nondeterminism)
//@ line: 19
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
volatile int never;

void *spin(void *unused) {
  while (!never) {
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, spin, 0);
  int x = __VERIFIER_nondet_int();
  assert(x != 12345);
  pthread_join(thread, 0);
  return 0;
}
