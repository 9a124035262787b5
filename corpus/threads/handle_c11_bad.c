// A thread that cannot be created has no handle.
//@ verdict: FALSE(memory)
//@ line: 18
//@ options: --may-fail thrd_create
#include <assert.h>
#include <threads.h>

static thrd_t child;

static int look(void *unused) {
  (void)unused;
  assert(thrd_equal(child, thrd_current()));
  return 0;
}

int main(void) {
  thrd_create(&child, look, 0);
  thrd_join(child, 0);
  return 0;
}
