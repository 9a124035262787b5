//@ verdict: TRUE
//@ says: each round of the loop that waits in line 15 reads from left to right
// A loop that does nothing but wait is not followed in both orders.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int wanted = 1, done;
static void *worker(void *unused) {
  done = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  while (wanted != done) {
  }
  pthread_join(thread, 0);
  wanted = 2;
  assert(done < wanted);
  return 0;
}
