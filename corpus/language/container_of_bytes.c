// A record is found from a member that is a character, or an array of them: the bytes before it belong to the record.
//@ verdict: TRUE
#include <assert.h>
#include <stddef.h>

struct record {
  struct record *self;
  char mark;
  char name[4];
};

static struct record one;

int main(void) {
  one.self = &one;
  assert((struct record *)((char *)&one.mark - offsetof(struct record, mark)) == one.self);
  assert((struct record *)((char *)one.name - offsetof(struct record, name)) == &one);
  struct record two = {&two, 0, {0}};
  char *name = two.name;
  assert((struct record *)(name - offsetof(struct record, name)) == two.self);
  return 0;
}
