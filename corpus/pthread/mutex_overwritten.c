//@ verdict: FALSE(reach)
//@ line: 29
//@ options: --property reach
// A thread makes a mutex free by writing to it, and another one finds it free.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int held, wiped;

void *holder(void *unused) {
  pthread_mutex_lock(&m);
  held = 1;
  return 0;
}

void *wiper(void *unused) {
  if (held) {
    *(volatile int *)&m = 0;
    wiped = 1;
  }
  return 0;
}

void *taker(void *unused) {
  int is_wiped = wiped;
  pthread_mutex_lock(&m);
  assert(!is_wiped);
  return 0;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, holder, 0);
  pthread_create(&b, 0, wiper, 0);
  pthread_create(&c, 0, taker, 0);
  return 0;
}
