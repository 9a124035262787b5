// A lock inside a heap object that both threads reach through a global pointer.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct counter {
  pthread_mutex_t lock;
  int value;
};
struct counter *shared;

void *increment(void *unused) {
  pthread_mutex_lock(&shared->lock);
  shared->value++;
  pthread_mutex_unlock(&shared->lock);
  return 0;
}

int main(void) {
  pthread_t first, second;
  shared = malloc(sizeof *shared);
  pthread_mutex_init(&shared->lock, 0);
  shared->value = 0;
  pthread_create(&first, 0, increment, 0);
  pthread_create(&second, 0, increment, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(shared->value == 2);
  pthread_mutex_destroy(&shared->lock);
  free(shared);
  return 0;
}
