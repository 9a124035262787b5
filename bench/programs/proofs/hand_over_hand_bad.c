// Two rooms behind two mutexes; the next one is locked before the last one is unlocked.
// The second thread unlocks the second room before it has left.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int in_a, in_b;

static void *first(void *arg) {
  while (1) {
    pthread_mutex_lock(&a);
    in_a++;
    assert(in_a == 1);
    pthread_mutex_lock(&b);
    in_a--;
    in_b++;
    pthread_mutex_unlock(&a);
    assert(in_b == 1);
    in_b--;
    pthread_mutex_unlock(&b);
  }
  return arg;
}

static void *second(void *arg) {
  while (1) {
    pthread_mutex_lock(&a);
    in_a++;
    assert(in_a == 1);
    pthread_mutex_lock(&b);
    in_a--;
    in_b++;
    pthread_mutex_unlock(&a);
    assert(in_b == 1);
    pthread_mutex_unlock(&b);
    in_b--; // BUG: leaves the second room after its mutex was unlocked.
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
