// Two unbounded counters that move together under a lock, up and down, forever.
// The second thread gives the lock away between the two counters.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned x, y;

static void *up(void *arg) {
  while (1) {
    pthread_mutex_lock(&m);
    assert(x == y);
    x++;
    y++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void *down(void *arg) {
  while (1) {
    pthread_mutex_lock(&m);
    assert(x == y);
    x--;
    pthread_mutex_unlock(&m); // BUG: gives the lock away in between.
    pthread_mutex_lock(&m);
    y--;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, up, 0);
  pthread_create(&t2, 0, down, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
