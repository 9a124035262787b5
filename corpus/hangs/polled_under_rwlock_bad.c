//@ verdict: FALSE(deadlock) or open
//@ options: --steps 40
// A flag that is polled under a read-write lock and has been taken back.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int ready;

static void set(int value) {
  pthread_rwlock_wrlock(&lock);
  ready = value;
  pthread_rwlock_unlock(&lock);
}

static void *poll_it(void *unused) {
  int seen;
  do {
    pthread_rwlock_rdlock(&lock);
    seen = ready;
    pthread_rwlock_unlock(&lock);
  } while (!seen);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, poll_it, 0);
  set(1);
  set(0);
  pthread_join(thread, 0);
  return 0;
}
