//@ verdict: FALSE(reach)
// More threads than a small vector clock has room for, and those that have none do nothing: what they have done so far must not be
// taken for what another one has.
#include <assert.h>
#include <pthread.h>

_Atomic int x;

void *look(void *arg) {
  assert(x != 1);
  return 0;
}

void *nothing(void *arg) { return 0; }

int main(void) {
  pthread_t looker, idle[17];
  pthread_create(&looker, 0, look, 0);
  for (int i = 0; i < 17; i++)
    pthread_create(&idle[i], 0, nothing, 0);
  x = 1;
  return 0;
}
