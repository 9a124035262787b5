// A thread function with a narrower parameter gets the lower bits, as machines do it.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
static int seen;
static void *worker(int number) {
  seen = number;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, (void *(*)(void *))worker, (void *)-7L);
  pthread_join(thread, 0);
  assert(seen == -7);
  return 0;
}
