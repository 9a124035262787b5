// A static local is shared by all threads that run the function.
//@ verdict: FALSE(reach) without race
//@ line: 22
//@ says: next::last
#include <assert.h>
#include <pthread.h>

static int next(void) {
  static int last = 10;
  last = last + 1;
  return last;
}

void *take(void *unused) { return (void *)(long)next(); }

int main(void) {
  pthread_t thread;
  void *theirs;
  pthread_create(&thread, 0, take, 0);
  int mine = next();
  pthread_join(thread, &theirs);
  assert(mine != (long)theirs);
  return 0;
}
