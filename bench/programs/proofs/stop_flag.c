// A worker runs until another thread tells it to stop, at an unknown time.
// At the end the work is whole and the worker has seen the flag.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
_Atomic int stop, stopped;
int low, high;

static void *worker(void *arg) {
  while (!stop) {
    low = 1 - low;
    high = 1 - high;
  }
  stopped = 1;
  return arg;
}

static void *boss(void *arg) {
  while (__VERIFIER_nondet_int()) ;
  stop = 1;
  while (!stopped) ;
  assert(low == high);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, worker, 0);
  pthread_create(&t2, 0, boss, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
