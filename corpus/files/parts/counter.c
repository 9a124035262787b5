#include "counter.h"
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total;
int limit;
struct step steps[2] = {{1, 0}, {5, 0}};
static int calls;

static int helper(void) {
  return ++calls;
}

void add(struct step *step) {
  pthread_mutex_lock(&lock);
  total += doubled(step->by) / 2;
  helper();
  pthread_mutex_unlock(&lock);
}

int calls_so_far(void) {
  return calls;
}
