//@ verdict: FALSE(memory)
//@ line: 10
//@ says: nobody holds `lock`
// Who waits must hold the mutex.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;
static void *waiter(void *unused) {
  pthread_cond_wait(&go, &lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  pthread_join(thread, 0);
  return 0;
}
