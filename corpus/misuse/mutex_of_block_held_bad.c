// On one way out of the block its mutex is still held.
//@ verdict: FALSE(memory)
//@ says: memory ends in which a thread still holds a mutex
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

static int work(void) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  if (__VERIFIER_nondet_bool()) return 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  work();
  return 0;
}
