// memcpy of a whole struct under a lock; the copy is compared outside of it.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct state {
  int low;
  long high;
};
struct state *state;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *advance(void *unused) {
  pthread_mutex_lock(&lock);
  state->low++;
  state->high++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  struct state copy;
  state = malloc(sizeof *state);
  memset(state, 0, sizeof *state);
  pthread_create(&thread, 0, advance, 0);
  pthread_mutex_lock(&lock);
  memcpy(&copy, state, sizeof copy);
  pthread_mutex_unlock(&lock);
  assert(copy.low == copy.high);
  pthread_join(thread, 0);
  free(state);
  return 0;
}
