//@ verdict: FALSE(reach)
// A flag is polled under a mutex, and somebody notices that the mutex is held.
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int flag;
void *waiter(void *u) {
  int r;
  do {
    pthread_mutex_lock(&m);
    r = flag;
    pthread_mutex_unlock(&m);
  } while (!r);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  int busy = pthread_mutex_trylock(&m);   /* fails while the waiter looks */
  if (busy) pthread_mutex_lock(&m);
  flag = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(!busy);
}
