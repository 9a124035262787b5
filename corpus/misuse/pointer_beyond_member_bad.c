//@ verdict: FALSE(memory)
//@ line: 15
//@ says: a pointer is moved out of its object, and not to its end
// An array that is a member ends where it ends, and not where the record does.
#include <stdlib.h>

struct record {
  int numbers[5];
  int others[5];
};

static struct record record;

static int *at(struct record *it, int index) {
  return it->numbers + index;
}

int main(void) {
  int *end = at(&record, 5);
  return at(&record, 7) == end;
}
