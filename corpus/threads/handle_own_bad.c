// What main stores behind pthread_create may come too late.
//@ verdict: FALSE(reach)
//@ line: 11
#include <assert.h>
#include <pthread.h>

static _Atomic pthread_t child;

static void *look(void *unused) {
  (void)unused;
  assert(pthread_equal(child, pthread_self()));
  return 0;
}

int main(void) {
  pthread_t created;
  pthread_create(&created, 0, look, 0);
  child = created;
  pthread_join(created, 0);
  return 0;
}
