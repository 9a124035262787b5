// Arrays: several dimensions, initialisers that are short, designated, nested or flat, and sizes from initialisers.
//@ verdict: TRUE
#include <assert.h>

int global[] = {1, 2, [5] = 6, 7};
int grid[2][3] = {{1}, {4, 5}};
int flat[2][2] = {1, 2, 3};
char text[] = "abc", filled[6] = "ab", exact[2] = "xy";
struct {
  int a[2];
  char b;
} list[] = {{{1, 2}, 'x'}, [2].a[1] = 9, [1] = {.b = 'y', .a = {5}}};

int main(void) {
  assert(sizeof global / sizeof(int) == 7 && global[4] == 0 && global[6] == 7);
  assert(grid[0][1] == 0 && grid[1][1] == 5 && grid[1][2] == 0);
  assert(flat[1][0] == 3 && flat[1][1] == 0);
  assert(sizeof text == 4 && filled[2] == 0 && filled[5] == 0 && exact[1] == 'y');
  assert(sizeof list / sizeof *list == 3 && list[2].a[1] == 9 && list[2].b == 0 && list[1].a[0] == 5);
  int local[3][2] = {[1] = {7}, {8, 9}}, *first = &local[0][0];
  assert(local[1][0] == 7 && local[2][1] == 9 && first[2] == 7 && local[0][0] == 0);
  assert(*(*(local + 2) + 1) == 9 && 2 [local][1] == 9);
  int again[2] = {[0] = 1, [0] = 2};
  assert(again[0] == 2);
  int (*row)[2] = local;
  row++;
  assert((*row)[0] == 7 && row[1][0] == 8);
  return 0;
}
