//@ verdict: FALSE(memory)
//@ says: a condition variable is used after it was destroyed
// The worker signals when the condition variable may be gone.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int is_done;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  is_done = 1;
  pthread_mutex_unlock(&lock);
  pthread_cond_signal(&changed);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(&lock);
  while (!is_done) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  pthread_cond_destroy(&changed);
  pthread_join(thread, 0);
  return 0;
}
