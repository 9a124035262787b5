//@ verdict: FALSE(memory)
//@ line: 23
//@ says: null pointer dereference
// The flag says that the pointer is set, but it is raised first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static const int answer = 42;
static _Atomic(const int *) pointer;
static atomic_int ready;

static void *producer(void *arg) {
  ready = 1;
  pointer = &answer;
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
