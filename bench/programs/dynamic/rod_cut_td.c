/* the best price of a rod of length N that may be cut, top-down; pieces of length k cost k * k, but
 * one more for odd ones */
#include "dynamic.h"
sh best[N + 1];
static int price(int length) { return length * length + length % 2; }
static int cut(int length) {
  if (length == 0)
    return 0;
  int known = L(best[length]);
  if (known)
    return known;
  int result = 0;
  for (int k = 1; k <= length; k++)
    result = larger(result, price(k) + cut(length - k));
  S(best[length], result);
  return result;
}
void *worker(void *_) {
  cut(N);
  S(done, 1);
  return 0;
}
void *reader(void *_) {
  if (L(done)) {
    int result = L(best[N]);
    assert(result >= price(N));
  }
  return 0;
}
int main(void) {
  run_all(worker, reader);
  return 0;
}
