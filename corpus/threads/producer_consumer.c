// A buffer of one cell under a lock; the consumer takes what is there, and nothing is lost or made up.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
bool full;
int cell;

void *produce(void *unused) {
  pthread_mutex_lock(&lock);
  if (!full) {
    cell = 5;
    full = true;
  }
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t producer;
  int got = 0;
  pthread_create(&producer, 0, produce, 0);
  pthread_mutex_lock(&lock);
  if (full) {
    got = cell;
    full = false;
  }
  pthread_mutex_unlock(&lock);
  pthread_join(producer, 0);
  assert(got == 0 || got == 5);
  assert(full == (got == 0));
  return 0;
}
