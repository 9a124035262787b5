// Padding is never written by name, and an exchange compares the members.
//@ verdict: TRUE
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

struct head {
  void *first;
  int count;
};
struct state {
  bool ready;
  int value;
};

static _Atomic struct head head;
static _Atomic struct state state;

int main(void) {
  struct head expected = {0, 0}, desired = {0, 1};
  bool done = atomic_compare_exchange_strong(&head, &expected, desired);
  assert(done);
  struct state next = atomic_load(&state);
  next.value = 2;
  struct state before = atomic_exchange(&state, next);
  assert(before.value == 0 && !before.ready);
  return 0;
}
