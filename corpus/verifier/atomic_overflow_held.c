//@ verdict: FALSE(reach,overflow)
// A section overflows while it holds a mutex, which stays held: who tries to lock it afterwards does not succeed. The assertion has
// nothing to do with that.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

long long number = 9223372036854775807LL;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *count(void *arg) {
  __VERIFIER_atomic_begin();
  pthread_mutex_lock(&mutex);
  number++;
  __VERIFIER_atomic_end();
  return 0;
}

void *reset(void *arg) {
  if (!pthread_mutex_trylock(&mutex))
    number = 0;
  return 0;
}

int main(void) {
  pthread_t counter, other;
  pthread_create(&counter, 0, count, 0);
  pthread_create(&other, 0, reset, 0);
  pthread_detach(other);
  assert(0);
  return 0;
}
