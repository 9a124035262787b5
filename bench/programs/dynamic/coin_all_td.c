/* in how many ways coins of 1, 2 and 3 make the sum N, top-down */
#include "dynamic.h"
#define KINDS 3
sh ways[KINDS + 1][N + 1];
/* with coins of at most this value */
static int count(int sum, int coin) {
  if (sum < 0)
    return 0;
  if (sum == 0 || coin == 1)
    return 1;
  int known = L(ways[coin][sum]);
  if (known)
    return known;
  int result = count(sum - coin, coin);
  result += count(sum, coin - 1);
  S(ways[coin][sum], result);
  return result;
}
void *worker(void *_) {
  count(N, KINDS);
  S(done, 1);
  return 0;
}
void *reader(void *_) {
  if (L(done)) {
    int result = L(ways[KINDS][N]);
    assert(result >= 1);
  }
  return 0;
}
int main(void) {
  run_all(worker, reader);
  return 0;
}
