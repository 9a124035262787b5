//@ verdict: FALSE(reach)
//@ options: --property reach
//@ line: 17
// Somebody stores to a mutex. Main may have it before that.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *store(void *unused) {
  *(volatile int *)&m = 7;
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, store, 0); pthread_mutex_lock(&m); assert(0);
}
