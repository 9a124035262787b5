//@ verdict: TRUE
//@ executions: naive 2
// There is a sequence point between declarators, and the product is the same in both orders.
#include <assert.h>
static int count;
static int next(void) { return ++count; }
int main(void) {
  int n = 2;
  int first[n++], second[n++], both[next()][next()];
  assert(n == 4 && sizeof first == 2 * sizeof(int) && sizeof second == 3 * sizeof(int));
  assert(sizeof both == 2 * sizeof(int));
  return 0;
}
