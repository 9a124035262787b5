//@ verdict: FALSE(reach,deadlock)
//@ line: 15
// Who is woken thinks that there is something; but another consumer was faster.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items, closed;

static void *consumer(void *unused) {
  pthread_mutex_lock(&lock);
  if (items == 0 && !closed) pthread_cond_wait(&filled, &lock);
  if (!closed) {
    assert(items > 0);
    items--;
  }
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, consumer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_mutex_lock(&lock);
  items = 1;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  closed = items == 0;
  pthread_cond_broadcast(&filled);
  pthread_mutex_unlock(&lock);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
