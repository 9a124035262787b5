// One thread asks for too much, but the other fails anyway: a violation is a violation.
//@ verdict: FALSE(reach,race)
//@ line: 11
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
int shared;

void *worker(void *unused) {
  assert(shared == 0);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  shared = 1;
  shared = __VERIFIER_nondet_int() % 3;
  pthread_join(thread, 0);
  return 0;
}
