//@ verdict: FALSE(deadlock)
//@ line: 14
//@ says: T1 waits in pthread_cond_wait for `go`
// Two threads wait, and one signal wakes one of them.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *unused) {
  pthread_mutex_lock(&lock);
  while (!ready)
    pthread_cond_wait(&go, &lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, waiter, 0);
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&go);
  pthread_mutex_unlock(&lock);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
