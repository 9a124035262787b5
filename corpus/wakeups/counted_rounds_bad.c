// Each round is taken for a signal.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, rounds;

static void *waiter(void *unused) {
  pthread_mutex_lock(&m);
  while (!ready) {
    rounds++;
    pthread_cond_wait(&changed, &m);
  }
  assert(rounds <= 1);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
  pthread_join(thread, 0);
  return 0;
}
