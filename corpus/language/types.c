// typedefs, const, compound literals, complicated declarators, _Generic and static assertions.
//@ verdict: TRUE
#include <assert.h>

typedef unsigned long word;
typedef int row[3];
typedef struct pair pair;
struct pair {
  word first;
  pair *link;
};
_Static_assert(sizeof(row) == 12, "three ints");

static row *pick(row rows[], int i) { return &rows[i]; }
static int sum(const row r) { return r[0] + r[1] + r[2]; }
static word get(const pair *p) { return p->link ? p->link->first : p->first; }

int main(void) {
  row grid[2] = {{1, 2, 3}, {4, 5, 6}};
  assert((*pick(grid, 1))[2] == 6 && sum(grid[0]) == 6);
  const int limit = 5, *const p = &limit;
  assert(*p == 5);
  assert(get(&(pair){1, &(pair){2, 0}}) == 2);
  assert(((int[]){3, 4, 5})[1] == 4);
  int (*(*table)[2])(const row) = &(int (*[2])(const row)){sum, sum};
  assert((*table)[1](grid[1]) == 15);
  assert(_Generic(1L, int: 1, long: 2, default: 3) == 2 && _Generic("s", char *: 4, default: 5) == 4);
  register volatile int v = 3;
  assert(v == 3);
  return 0;
}
