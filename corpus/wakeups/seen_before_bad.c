// The waiter says that it waits. Main makes the condition true only then, and takes it for asleep until it is woken.
//@ verdict: FALSE(reach)
//@ line: 31
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int waiting, ready, done;

static void *waiter(void *unused) {
  pthread_mutex_lock(&m);
  waiting = 1;
  while (!ready) pthread_cond_wait(&changed, &m);
  done = 1;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  pthread_mutex_lock(&m);
  int sleeps = waiting;
  ready = 1;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  pthread_cond_signal(&changed);
  if (sleeps) {
    // Nothing has woken it yet.
    assert(!done);
  }
  pthread_mutex_unlock(&m);
  pthread_join(thread, 0);
  return 0;
}
