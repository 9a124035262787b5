// The sibling of atomic_wraps.c with a lock around an ordinary integer.
//@ verdict: FALSE(overflow)
//@ line: 12
#include <limits.h>
#include <pthread.h>

int ticket = INT_MAX - 1;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *draw(void *unused) {
  pthread_mutex_lock(&lock);
  ticket++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, draw, 0);
  draw(0);
  pthread_join(thread, 0);
  return 0;
}
