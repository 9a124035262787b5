//@ verdict: FALSE(reach)
//@ line: 34
// A signal may wake either of two that wait, not only the one that came first.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;
static int waiting, first, woken;

static void *waiter(void *name) {
  pthread_mutex_lock(&lock);
  waiting++;
  if (waiting == 1) first = name != 0;
  pthread_cond_wait(&go, &lock);
  if (woken == 0) woken = name != 0 ? 2 : 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  int seen = 0;
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, waiter, &seen);
  pthread_mutex_lock(&lock);
  if (waiting == 2) {
    pthread_cond_signal(&go);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    seen = woken;
    int expected = first ? 2 : 1;
    // Somebody was woken, and it was the first: not always so.
    assert(seen == 0 || seen == expected);
  }
  return 0;
}
