//@ verdict: FALSE(memory)
//@ line: 20
// The mutex may still be held.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int locked;

static void *other(void *unused) {
  pthread_mutex_lock(&lock);
  locked = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  if (locked) pthread_mutex_destroy(&lock);
  return 0;
}
