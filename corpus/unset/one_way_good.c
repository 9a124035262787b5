// The sibling of one_way_bad.c: it is used only where it was set, which no analysis of ways alone can tell.
//@ verdict: TRUE without race
#include <assert.h>
#include <pthread.h>

int flag;
static void *raise(void *unused) {
  flag = 1;
  return 0;
}
int main(void) {
  pthread_t thread;
  int found;
  pthread_create(&thread, 0, raise, 0);
  int seen = flag;
  if (seen) found = 3;
  pthread_join(thread, 0);
  if (seen) assert(found == 3);
  return 0;
}
