// A data race stops no thread: what follows it is explored, so a proof of `reach` covers all executions.
//@ verdict: TRUE
//@ options: --property reach
#include <assert.h>
#include <pthread.h>
static int shared;
static void *write(void *unused) {
  (void)unused;
  shared = 1;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write, 0);
  shared = 2;
  pthread_join(thread, 0);
  assert(shared == 1 || shared == 2);
  return 0;
}
