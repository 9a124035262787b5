// The sibling of copy_on_write.c that stores its copy without comparing: the other change is gone.
//@ verdict: FALSE(reach)
//@ line: 28
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct version {
  int first, second;
} versions[3];
struct version *_Atomic current = &versions[0];

void *other(void *unused) {
  versions[1] = *current;
  versions[1].first++;
  current = &versions[1];
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  versions[2] = *current;
  versions[2].second++;
  current = &versions[2];
  pthread_join(thread, 0);
  struct version *it = current;
  assert(it->first == 1 && it->second == 1);
  return 0;
}
