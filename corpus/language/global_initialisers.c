// Global initialisers: addresses with offsets, of members, of functions, of literals, and constant expressions.
//@ verdict: TRUE
#include <assert.h>

extern int later;
int array[4] = {1, 2, 3, 4};
int *third = &array[2], *last = array + 3, *ahead = &later, **indirect = &third;
const char *tail = "hello" + 3;
struct node {
  int value;
  struct node *next;
};
struct node nodes[2] = {{1, &nodes[1]}, {2, nodes}};
int *member = &nodes[1].value;
int *literal = (int[]){7, 8};
unsigned size = sizeof nodes / sizeof nodes[0] * (3 > 2 ? 10 : 1);
long address_like = (char)300 + -1;
int later = 9;
static int tentative;
static int tentative;

int main(void) {
  assert(*third == 3 && *last == 4 && *ahead == 9 && **indirect == 3);
  assert(tail[0] == 'l' && tail[1] == 'o');
  assert(nodes[0].next->next->next->value == 2 && *member == 2);
  assert(literal[1] == 8 && size == 20 && address_like == 43 && tentative == 0);
  *third = 30;
  assert(array[2] == 30);
  return 0;
}
