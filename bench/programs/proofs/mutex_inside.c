// Two threads in a critical section behind a mutex, forever.
// At most one thread is inside.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int inside;

static void *first(void *arg) {
  while (1) {
    pthread_mutex_lock(&m);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void *second(void *arg) {
  while (1) {
    pthread_mutex_lock(&m);
    inside++;
    inside--;
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
