//@ verdict: FALSE(reach)
//@ line: 18
//@ says: assertion `größe != 2 && "größer"` failed in main
//@ says: größe: 1 → 2
//@ says: T1 zähle
// Names may have any letters, however they are written.
#include <assert.h>
#include <pthread.h>
_Atomic int gr\u00f6\U000000dfe, größer;
static void *zähle(void *unused) {
  größe++;
  return unused;
}
int main(void) {
  pthread_t fädchen;
  pthread_create(&fädchen, 0, zähle, 0); größe++; größer = größe;
  pthread_join(fädchen, 0);
  assert(größe != 2 && "größer");
  return 0;
}
