//@ verdict: TRUE
// The second of two elements; an array at the end is as long as its memory; one past the end is an address.
#include <assert.h>
#include <stdlib.h>

struct pair {
  int a[2];
  int b;
};
struct text {
  int length;
  int first[1];
};

int main(void) {
  struct pair pair = {{1, 2}, 3}, *same = &pair;
  int last = 1;
  same->a[last] = 4;
  int *end = &same->a[2];
  assert(end - same->a == 2);
  struct text *text = malloc(sizeof *text + 3 * sizeof(int));
  text->first[last + 2] = 5;
  free(text);
  assert(pair.b == 3);
  return 0;
}
