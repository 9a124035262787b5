// Two threads change two unbounded numbers under a lock, forever.
// The sum of both is even.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned x, y;

static void *first(void *arg) {
  while (1) {
    pthread_mutex_lock(&m);
    x = x + 2;
    assert((x + y) % 2 == 0);
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void *second(void *arg) {
  while (1) {
    pthread_mutex_lock(&m);
    x = x + 1;
    y = y + 1;
    pthread_mutex_unlock(&m);
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
