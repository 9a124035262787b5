// The sibling of read_before_bad.c that reads it when it has waited: then no wake-up shows anything new.
//@ verdict: TRUE
//@ executions: naive 46, optimal 5
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int version, ready, took = -1;

static void *waiter(void *unused) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&changed, &m);
  took = version;
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
