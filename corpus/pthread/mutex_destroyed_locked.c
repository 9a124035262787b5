//@ verdict: FALSE(memory)
//@ line: 16
// The mutex may still be held.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0), pthread_mutex_destroy(&lock);
  return 0;
}
