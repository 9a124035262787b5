/* the smallest number of coins of 1, 2 and 3 that make the sum N, top-down */
#include "dynamic.h"
sh fewest[N + 1];
static int count(int sum) {
  if (sum == 0)
    return 0;
  int known = L(fewest[sum]);
  if (known)
    return known;
  int result = sum;
  for (int coin = 1; coin <= 3 && coin <= sum; coin++)
    result = smaller(result, count(sum - coin) + 1);
  S(fewest[sum], result);
  return result;
}
void *worker(void *_) {
  count(N);
  S(done, 1);
  return 0;
}
void *reader(void *_) {
  if (L(done)) {
    int result = L(fewest[N]);
    assert(result == (N + 2) / 3);
  }
  return 0;
}
int main(void) {
  run_all(worker, reader);
  return 0;
}
