//@ verdict: FALSE(memory)
//@ line: 25
//@ says: destroyed while a thread waits for it
// The condition variable goes while somebody waits.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go;
static int waits;

static void *waiter(void *unused) {
  pthread_mutex_lock(&lock);
  waits = 1;
  pthread_cond_wait(&go, &lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_cond_init(&go, 0);
  pthread_create(&thread, 0, waiter, 0);
  pthread_mutex_lock(&lock);
  if (waits) {
    pthread_cond_destroy(&go);
  }
  pthread_mutex_unlock(&lock);
  return 0;
}
