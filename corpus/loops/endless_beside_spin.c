// One thread loops for ever locally, another one spins for ever; not everything was covered, so this is no plain TRUE.
//@ verdict: TRUE(bounded)
//@ says: endless local loops or recursion cut
#include <pthread.h>

volatile int never;

void *spin(void *unused) {
  while (!never) {
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, spin, 0);
  for (unsigned i = 0;; i++) {
  }
}
