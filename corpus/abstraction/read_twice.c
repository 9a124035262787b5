// What main reads twice changes in between. Running the other thread first would hide that from whoever takes
// the rest of main for one step.
//@ verdict: FALSE(reach)
//@ line: 14
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *set(void *unused) { x = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  int first = x, second = x;
  assert(!(first == 0 && second == 1));
  return 0;
}
