//@ verdict: TRUE(bounded)
//@ options: --property race
// An assertion that is not checked stops its thread. In an atomic section the whole section has then not happened, so its read of the
// object is no access that could race with the end of it. That the object may be gone is not asked about, so the claim is bounded.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int *shared;

void *look(void *arg) {
  __VERIFIER_atomic_begin();
  assert(*shared);
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t looker;
  shared = calloc(1, sizeof *shared);
  pthread_create(&looker, 0, look, 0);
  free(shared);
  return 0;
}
