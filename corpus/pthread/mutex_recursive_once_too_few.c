//@ verdict: FALSE(deadlock)
//@ line: 19
//@ says: held by main
// Unlocked once for two locks: nobody else gets it.
#include <pthread.h>

static pthread_mutex_t lock;

static void make(int kind) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, kind);
  pthread_mutex_init(&lock, &attributes);
  pthread_mutexattr_destroy(&attributes);
}

static void *worker(void *unused) {

  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  make(PTHREAD_MUTEX_RECURSIVE);
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return 0;
}
