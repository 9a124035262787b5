// Two mutexes, always locked in the same order, forever.
// One value changes after the inner mutex was unlocked.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int left, right;

static void *first(void *arg) {
  while (1) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    left = 1 - left;
    pthread_mutex_unlock(&b);
    right = 1 - right; // BUG: the second mutex is not held any more.
    pthread_mutex_unlock(&a);
  }
  return arg;
}

static void *second(void *arg) {
  while (1) {
    pthread_mutex_lock(&b);
    assert(left == right);
    pthread_mutex_unlock(&b);
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
