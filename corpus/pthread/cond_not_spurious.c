//@ verdict: TRUE
//@ options: --no-spurious
//@ says: assumed: no thread wakes up for no reason (--no-spurious)
// With the option no thread wakes up for no reason.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *unused) {
  pthread_mutex_lock(&lock);
  if (!ready) pthread_cond_wait(&go, &lock);
  assert(ready);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&go);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return 0;
}
