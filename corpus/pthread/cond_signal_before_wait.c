//@ verdict: FALSE(deadlock)
//@ line: 12
//@ says: a lost wake-up: pthread_cond_signal by main came here, before T1 waited
// Nobody looks whether the signal has come already.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;

static void *waiter(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&go, &lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  pthread_mutex_lock(&lock);
  pthread_cond_signal(&go);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return 0;
}
