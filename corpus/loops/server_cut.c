// A server is meant to go on: that no execution ends is not because of the bound.
//@ verdict: TRUE(bounded)
//@ options: --unroll 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int served;
static void *serve(void *unused) {
  (void)unused;
  while (1)
    atomic_fetch_add(&served, 1);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, serve, 0);
  pthread_join(thread, 0);
  assert(0);
  return 0;
}
