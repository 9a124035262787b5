// The handle is stored before the thread runs, so the thread finds its own.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

static pthread_t child;
static int found;

static void *look(void *unused) {
  (void)unused;
  found = pthread_equal(child, pthread_self());
  return 0;
}

int main(void) {
  pthread_create(&child, 0, look, 0);
  pthread_join(child, 0);
  assert(found);
  return 0;
}
