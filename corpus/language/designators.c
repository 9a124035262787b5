// Designators: ranges, nested ones, and what follows them.
//@ verdict: TRUE
#include <assert.h>
struct point {
  int x, y;
};
struct shape {
  struct point points[4];
  int matrix[2][3];
  int last;
};
static struct shape global = {.points[1 ... 2].y = 7, .matrix = {[1] = {[2] = 5}}, 6, .points[0] = {1, 2}};
static int spread[] = {[2 ... 4] = 3, 9, [0] = 1};

int main(void) {
  assert(global.points[0].y == 2 && global.points[1].y == 7 && global.points[2].y == 7 && global.points[3].y == 0);
  assert(global.matrix[1][2] == 5 && global.last == 6);
  assert(sizeof spread / sizeof *spread == 6 && spread[4] == 3 && spread[5] == 9 && spread[1] == 0);
  int round = 0;
  do {
    struct shape local = {.matrix[1][1] = round, 4, .last = 2, .points = {[3].x = 8, [3].y = 0}};
    assert(local.matrix[1][1] == round && local.matrix[1][2] == 4 && local.last == 2 && local.points[3].x == 8);
    assert(local.matrix[0][0] == 0 && local.points[3].y == 0);
    local.matrix[0][0] = local.points[3].y = 1;
    struct point *p = (struct point[]){{1, 2}, {round, 4}};
    assert(p[1].x == round);
  } while (++round < 2);
  // What is said last counts.
  int twice[2] = {5, 6, [0] = 0};
  assert(twice[0] == 0 && twice[1] == 6);
  return 0;
}
