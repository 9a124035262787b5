// A global initialiser with the address of a function that is declared above and defined below.
//@ verdict: TRUE
#include <assert.h>

static int twice(int x);
int thrice(int x);

static int (*first)(int) = twice;
int (*const table[])(int) = {twice, &thrice};

int main(void) {
  assert(first(2) == 4);
  assert(table[1](2) == 6);
  int (*local)(int) = thrice;
  assert(local(1) == 3);
  return 0;
}

static int twice(int x) { return 2 * x; }
int thrice(int x) { return 3 * x; }
