// The section always fails, but what it has read before races with the write all the same.
//@ verdict: FALSE(reach,race)
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x;
static void *look(void *unused) {
  __VERIFIER_atomic_begin();
  int seen = x;
  assert(seen > 1);
  __VERIFIER_atomic_end();
  return unused;
}
int main(void) {
  pthread_t looker;
  pthread_create(&looker, 0, look, 0);
  x = 1;
  return 0;
}
