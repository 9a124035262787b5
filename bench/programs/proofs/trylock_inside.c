// Two threads try to lock a mutex and go on without it if they fail, forever.
// At most one thread is inside.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int inside;

static void *first(void *arg) {
  while (1) {
    if (pthread_mutex_trylock(&m) == 0) {
      inside = 1;
      assert(inside == 1);
      inside = 0;
      pthread_mutex_unlock(&m);
    }
  }
  return arg;
}

static void *second(void *arg) {
  while (1) {
    if (pthread_mutex_trylock(&m) == 0) {
      inside = 2;
      inside = 0;
      pthread_mutex_unlock(&m);
    }
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, first, 0);
  pthread_create(&t2, 0, second, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
