// Memory that is allocated for a handle alone is set by pthread_create, and freed when the thread was joined.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_t *shared;

static void *work(void *unused) {
  (void)unused;
  assert(pthread_equal(*shared, pthread_self()));
  return 0;
}

int main(void) {
  shared = malloc(sizeof *shared);
  if (!shared) return 0;
  pthread_create(shared, 0, work, 0);
  pthread_join(*shared, 0);
  free(shared);
  return 0;
}
