// A thread that waits is taken to leave its mutex alone. If it wakes up for no reason, it looks again, and holds the mutex.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *unused) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&changed, &m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  int busy = pthread_mutex_trylock(&m);
  if (busy) {
    // The waiter has it, and gives it away when it waits.
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    busy = pthread_mutex_trylock(&m);
    assert(!busy);
  }
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
  pthread_join(thread, 0);
  return 0;
}
