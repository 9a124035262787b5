//@ verdict: TRUE
//@ executions: source 1, optimal 1
// Nothing changes while three numbers are read.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int e, f, g;
static void *writer(void *unused) {
  e = 1;
  f = 1;
  g = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  pthread_join(thread, 0);
  assert(e + f + g == 3);
  return 0;
}
