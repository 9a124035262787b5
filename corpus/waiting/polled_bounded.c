// A flag that is polled under a lock: a round that finds nothing is no round that a bound could cut.
//@ verdict: TRUE
//@ options: --unroll 1
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, value;
static void *produce(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  value = 7;
  ready = 1;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, produce, 0);
  int seen;
  do {
    pthread_mutex_lock(&lock);
    seen = ready;
    pthread_mutex_unlock(&lock);
  } while (!seen);
  assert(value == 7);
  pthread_join(thread, 0);
  return 0;
}
