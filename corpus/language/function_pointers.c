// Functions as values: in tables, structs, parameters and results; & and * on them change nothing.
//@ verdict: TRUE
#include <assert.h>

typedef int operation(int, int);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int fold(operation *f, const int *values, int count, int start) {
  while (count--) start = f(start, *values++);
  return start;
}
static operation *pick(char c) { return c == '+' ? add : subtract; }
static int (*pick_again(void))(int, int) { return &subtract; }

static const struct {
  char symbol;
  int (*apply)(int, int);
} table[] = {{'+', add}, {'-', &subtract}};

int main(void) {
  int values[] = {1, 2, 3};
  assert(fold(add, values, 3, 0) == 6 && fold(&subtract, values, 3, 10) == 4);
  for (int i = 0; i < 2; i++) assert(table[i].apply == pick(table[i].symbol));
  assert(pick('-')(5, 3) == 2 && (*pick('+'))(5, 3) == 8 && (**add)(1, 1) == 2);
  assert(pick_again()(1, 2) == -1);
  int (*none)(int, int) = 0;
  assert(!none && add);
  return 0;
}
