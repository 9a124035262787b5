// Unlike padding, a member that was never written must not be exchanged: a compare-exchange decides by it.
//@ verdict: FALSE(memory)
#include <stdatomic.h>

struct head {
  void *first;
  int count;
};

static _Atomic struct head head;

int main(void) {
  struct head expected, desired = {0, 1};
  expected.first = 0;
  return atomic_compare_exchange_strong(&head, &expected, desired);
}
