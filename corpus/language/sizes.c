// sizeof, alignment and offsets, with padding; the operand of sizeof is not evaluated.
//@ verdict: TRUE
#include <assert.h>
#include <stddef.h>

struct padded {
  char a;
  int b;
  char c;
  long d;
  short e;
};
struct nested {
  char tag;
  struct padded inner[2];
  char end;
};
union either {
  char bytes[5];
  int number;
};

int main(void) {
  assert(sizeof(struct padded) == 32 && offsetof(struct padded, b) == 4);
  assert(offsetof(struct padded, d) == 16 && offsetof(struct padded, e) == 24);
  assert(sizeof(struct nested) == 80 && offsetof(struct nested, inner[1].c) == 8 + 32 + 8);
  assert(sizeof(union either) == 8 && _Alignof(union either) == 4 && _Alignof(struct nested) == 8);
  int n = 0;
  assert(sizeof(n++) == 4 && n == 0);
  int grid[3][4];
  assert(sizeof grid == 48 && sizeof grid[0] == 16 && sizeof *grid[0] == 4 && sizeof(&grid) == 8);
  assert(sizeof(int (*)[7]) == 8 && sizeof(int *[7]) == 56 && sizeof(char) == 1);
  return 0;
}
