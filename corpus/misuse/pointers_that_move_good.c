//@ verdict: TRUE
//@ says: scope: all executions
// Pointers that move within their object: to its end and back, over the rows of a matrix, in arrays at the end of a record that are longer
// than they say, from a member to the whole, and for the head of a list even to before it.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

struct list { struct list *next; };
struct item { long key; struct list link; };
struct flexible { int count; int numbers[]; };
struct longer { int count; int numbers[1]; };

#define OWNER(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

static int matrix[3][5];
static char room[16];

static int sum(const int *from, int count) {
  int sum = 0;
  for (const int *it = from; it < from + count; it++) sum += *it;
  return sum;
}

static int length(const char *text) {
  const char *end = text;
  while (*end++) {
  }
  return (int)(end - text) - 1;
}

int main(void) {
  struct flexible *flexible = malloc(sizeof *flexible + 4 * sizeof(int));
  struct longer *longer = malloc(sizeof *longer + 3 * sizeof(int));
  if (!flexible || !longer) return 0;
  for (int *it = flexible->numbers, *end = &flexible->numbers[4]; it != end; it++) *it = 1;
  for (int *it = longer->numbers; it != &longer->numbers[4]; it++) *it = 1;
  assert(sum(flexible->numbers, 4) == 4 && sum(longer->numbers, 4) == 4);
  free(flexible);
  free(longer);
  int count = 0;
  for (int *it = matrix[0]; it != matrix[3]; it++) count++;
  for (int *it = &matrix[1][0]; it != &matrix[1][5]; it++) count++;
  assert(count == 20);
  char *end = room;
  end += 16;
  end -= 16;
  assert(end == room && length("hello") == 5);
  struct list head;
  struct item first = {7, {&head}};
  head.next = &first.link;
  long keys = 0;
  for (struct item *it = OWNER(head.next, struct item, link); &it->link != &head; it = OWNER(it->link.next, struct item, link))
    keys += it->key;
  assert(keys == 7);
  return 0;
}
