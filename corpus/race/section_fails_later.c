// The section races with the write. After the write it would fail, and take back what it has done.
//@ verdict: FALSE(reach,race)
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x;
void *look(void *unused) {
  __VERIFIER_atomic_begin();
  if (x) assert(0);
  __VERIFIER_atomic_end();
  return 0;
}
void *change(void *unused) { x = 1; return 0; }
int main(void) {
  pthread_t changer, looker;
  pthread_create(&changer, 0, change, 0);
  pthread_create(&looker, 0, look, 0);
  return 0;
}
