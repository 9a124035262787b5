// A function whose name begins with __VERIFIER_atomic_ is an atomic section as a whole: 5 executions.
//@ verdict: TRUE
//@ executions: naive 5
#include <assert.h>
#include <pthread.h>

int counter, copies;

void __VERIFIER_atomic_increment(void) {
  counter++;
  copies++;
}

void *worker(void *unused) {
  __VERIFIER_atomic_increment();
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 2 && copies == 2);
  return 0;
}
