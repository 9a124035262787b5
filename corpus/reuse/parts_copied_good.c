//@ verdict: TRUE or open
//@ says: scope: all executions
// Pointers are copied byte by byte, by halves and by memcpy, and texts beside them are compared; no part of an address is looked at.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
  int key;
};

int main(void) {
  struct node *one = malloc(sizeof *one), *copy;
  if (!one) return 0;
  one->next = 0;
  one->key = 3;
  memcpy(&copy, &one, sizeof copy);
  assert(copy == one && copy->key == 3);
  free(copy);
  struct node *two = malloc(sizeof *two);
  if (!two) return 0;
  two->key = 4;
  char text[4] = "one", other[4] = "two";
  assert(memcmp(text, other, 4) != 0 && strcmp(text, "one") == 0);
  free(two);
  return 0;
}
