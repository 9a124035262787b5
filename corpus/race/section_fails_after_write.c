// What a section has written before it fails stays, and lets two others race.
//@ verdict: FALSE(reach,race)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static atomic_int open;
static int counter;
static void *release(void *unused) {
  __VERIFIER_atomic_begin();
  open = 1;
  assert(open == 0);
  __VERIFIER_atomic_end();
  return unused;
}
static void *count(void *unused) {
  if (open) counter++;
  return unused;
}
int main(void) {
  pthread_t releaser, first, second;
  pthread_create(&releaser, 0, release, 0);
  pthread_create(&first, 0, count, 0);
  pthread_create(&second, 0, count, 0);
  return 0;
}
