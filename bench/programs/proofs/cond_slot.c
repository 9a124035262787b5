// A producer and a consumer with one slot, a mutex and two condition variables, forever.
// The consumer gets 1, 2, 1, 2 and so on.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
int full, slot;

static void *producer(void *arg) {
  int item = 1;
  while (1) {
    pthread_mutex_lock(&m);
    while (full) pthread_cond_wait(&emptied, &m);
    slot = item;
    full = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&m);
    item = 3 - item;
  }
  return arg;
}

static void *consumer(void *arg) {
  int expected = 1;
  while (1) {
    pthread_mutex_lock(&m);
    while (!full) pthread_cond_wait(&filled, &m);
    assert(slot == expected);
    full = 0;
    pthread_cond_signal(&emptied);
    pthread_mutex_unlock(&m);
    expected = 3 - expected;
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, producer, 0);
  pthread_create(&t2, 0, consumer, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
