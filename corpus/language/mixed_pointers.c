// const and volatile through pointers, void pointers without casts, and arrays as parameters.
//@ verdict: TRUE
#include <assert.h>

static int total(int n, const int values[static 1]) {
  int t = 0;
  for (int i = 0; i < n; i++) t += values[i];
  return t;
}
static void set(void *at, char value) {
  char *p = at;
  *p = value;
}
static int corner(int grid[][3], int i) { return grid[i][2]; }

int main(int argc, char **argv) {
  int a[3] = {1, 2, 3};
  const volatile int *cv = a;
  assert(total(3, a) == 6 && cv[1] == 2);
  set(&a[0], 5);
  assert(a[0] == 5);
  int grid[2][3] = {{0, 0, 1}, {0, 0, 2}};
  assert(corner(grid, 1) == 2);
  int *restrict r = a + 1;
  assert(*r == 2 && (void *)r == (void *)&a[1]);
  return 0;
}
