// A struct assignment is not atomic: the reader copies while the writer is half way.
//@ verdict: FALSE(reach) without race
//@ line: 22
#include <assert.h>
#include <pthread.h>

struct pair {
  int low, high;
};
struct pair shared;

void *write_pair(void *unused) {
  shared = (struct pair){1, 1};
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write_pair, 0);
  struct pair copy = shared;
  pthread_join(thread, 0);
  assert(copy.low == copy.high);
  return 0;
}
