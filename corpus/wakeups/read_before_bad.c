// The waiter reads something before it waits. What it has read may be old when it wakes up for no reason.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int version, ready, took = -1;

static void *waiter(void *unused) {
  pthread_mutex_lock(&m);
  int old = version;
  while (!ready) pthread_cond_wait(&changed, &m);
  took = old;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  pthread_mutex_lock(&m);
  version = 1;
  ready = 1;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  assert(took != 0);
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
  pthread_join(thread, 0);
  return 0;
}
