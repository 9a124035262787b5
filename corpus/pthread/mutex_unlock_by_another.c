//@ verdict: FALSE(memory)
//@ line: 9
//@ says: `lock` is held by main
// Only the holder may unlock.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *unused) {
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&lock);
  pthread_create(&thread, 0, other, 0);
  pthread_join(thread, 0);
  return 0;
}
