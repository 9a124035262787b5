// Two unbounded counters that move together under a lock, up and down, forever.
// They are equal whenever the lock is held at the start of a round.
//@ verdict: TRUE
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
