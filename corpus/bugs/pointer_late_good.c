//@ verdict: TRUE
// The pointer is set, then the flag is raised.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static const int answer = 42;
static _Atomic(const int *) pointer;
static atomic_int ready;

static void *producer(void *arg) {
  pointer = &answer;
  ready = 1;
  return arg;
}

static void *consumer(void *arg) {
  while (!ready) ;
  const int *got = pointer;
  assert(*got == 42);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, producer, NULL);
  pthread_create(&threads[1], NULL, consumer, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
