// thrd_create stores the handle before the thread runs, too; threads that cannot be created have none.
//@ verdict: TRUE or open
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
  if (thrd_create(&child, look, 0) != thrd_success) {
    assert(!child);
    return 0;
  }
  assert(thrd_join(child, 0) == thrd_success);
  return 0;
}
