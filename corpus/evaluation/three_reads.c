//@ verdict: TRUE(bounded)
//@ says: not all orders are tried in which the operands in line 18 may be evaluated
// Of three reads not all orders are tried, if one of the numbers changes in between.
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
  int sum;
  sum = e + f + g;
  assert(sum >= 0 && sum <= 3);
  pthread_join(thread, 0);
  return 0;
}
