// One producer and two consumers with one slot, a mutex and condition variables, forever.
// A consumer that woke up does not look again, and the other one was faster.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
int full;

static void *producer(void *arg) {
  while (1) {
    pthread_mutex_lock(&m);
    while (full) pthread_cond_wait(&emptied, &m);
    full = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void *consumer(void *arg) {
  while (1) {
    pthread_mutex_lock(&m);
    if (!full) pthread_cond_wait(&filled, &m); // BUG: does not look again after it woke up.
    assert(full);
    full = 0;
    pthread_cond_signal(&emptied);
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2, t3;
  pthread_create(&t1, 0, producer, 0);
  pthread_create(&t2, 0, consumer, 0);
  pthread_create(&t3, 0, consumer, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  pthread_join(t3, 0);
  return 0;
}
