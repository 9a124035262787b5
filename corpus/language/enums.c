// Enums: constants count on from the last one, are ints, and may repeat; an enum object holds any of them.
//@ verdict: TRUE
#include <assert.h>

enum color { RED, GREEN = 5, BLUE, CYAN = GREEN, LAST = -3, NEXT };
typedef enum { OFF, ON } state;
enum { SIZE = sizeof(long) * 2, MASK = 1 << 4 | 1 };

int main(void) {
  enum color c = BLUE;
  assert(RED == 0 && c == 6 && CYAN == GREEN && NEXT == -2);
  c = LAST;
  assert(c < RED);
  state s = ON;
  s = !s;
  assert(s == OFF && sizeof(s) == 4 && sizeof ON == 4);
  int a[SIZE] = {[ON] = 1, [MASK - 2] = 2};
  assert(sizeof a / sizeof *a == 16 && a[15] == 2 && a[1] == 1);
  enum color next = c + 1;
  assert(next == NEXT);
  switch (next) {
  case NEXT: return 0;
  default: assert(0);
  }
}
