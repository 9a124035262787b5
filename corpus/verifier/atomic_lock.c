// An atomic section that needs a lock begins only when it can get to its end: when main has given the lock back.
//@ verdict: TRUE
//@ executions: naive 1
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  pthread_mutex_lock(&lock);
  x++;
  pthread_mutex_unlock(&lock);
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&lock);
  pthread_create(&thread, 0, worker, 0);
  x++;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  assert(x == 2);
  return 0;
}
