//@ verdict: TRUE
//@ says: scope: all executions
// The end of an array may be made, and pointers to its elements; also from the end, and to a variable that is no array.
#include <assert.h>
#include <stddef.h>

struct node {
  int number;
  struct list {
    struct list *next;
  } link;
};

static int numbers[4];
static struct node first;

static int *at(int index) {
  return &numbers[index];
}

int main(void) {
  int count = 0, one = 1;
  for (int *p = numbers; p != at(4); p++)
    count++;
  assert(count == 4 && at(4) - at(0) == 4 && numbers + 4 == at(3) + 1);
  int *end = &one + 1;
  assert(end[-1] == 1);
  struct list *link = &first.link;
  struct node *whole = (struct node *)((char *)link - offsetof(struct node, link));
  assert(whole == &first);
  return 0;
}
