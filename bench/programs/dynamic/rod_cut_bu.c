/* the best price of a rod of length N that may be cut, bottom-up; pieces of length k cost k * k, but
 * one more for odd ones */
#include "dynamic.h"
sh best[N + 1];
static int price(int length) { return length * length + length % 2; }
static void cut(int length) {
  if (L(best[length]))
    return;
  int result = price(length);
  for (int k = 1; k < length; k++)
    result = larger(result, price(k) + L(best[length - k]));
  S(best[length], result);
}
void *worker(void *_) {
  for (int length = 1; length <= N; length++)
    cut(length);
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
