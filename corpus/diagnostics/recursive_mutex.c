// A mutex of another kind than the default one.
//@ verdict: UNKNOWN(input)
//@ error: C0413
//@ line: 11
#include <pthread.h>

int main(void) {
  pthread_mutexattr_t kind;
  pthread_mutex_t lock;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &kind);
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  return 0;
}
