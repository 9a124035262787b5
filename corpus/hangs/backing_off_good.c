//@ verdict: TRUE or open
//@ options: --steps 14
// Two threads take two locks in opposite orders and give the first one back if the second is taken. They can make each other
// try again for ever, but need not: that is starvation, and no hang.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void take_both(pthread_mutex_t *first, pthread_mutex_t *second) {
  for (;;) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0) break;
    pthread_mutex_unlock(first);
  }
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void *forwards(void *unused) {
  take_both(&a, &b);
  return unused;
}

static void *backwards(void *unused) {
  take_both(&b, &a);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, forwards, 0);
  pthread_create(&two, 0, backwards, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
