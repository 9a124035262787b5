//@ verdict: TRUE
//@ executions: naive 2
#include <assert.h>
struct pair {
  int first, second;
};
static int count;
static int next(void) { return ++count; }
int main(void) {
  struct pair *it = &(struct pair){next(), next()};
  assert(it->first + it->second == 3 && it->first != it->second);
  return 0;
}
