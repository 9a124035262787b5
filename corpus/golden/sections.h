// Two threads with N critical sections each, nothing in them: the order of the sections is the class, C(2N, N).
#include "two.h"

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void enter(void) {
  for (int round = 0; round < N; round++) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  }
}

void *one(void *unused) {
  enter();
  return 0;
}

void *two(void *unused) {
  enter();
  return 0;
}
