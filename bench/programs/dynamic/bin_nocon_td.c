/* how many binary strings of length N have no two ones side by side, top-down, by their last digit */
#include "dynamic.h"
sh strings[2][N + 1];
static int count(int length, int last) {
  if (length == 1)
    return 1;
  int known = L(strings[last][length]);
  if (known)
    return known;
  int result = count(length - 1, 0);
  if (last == 0)
    result += count(length - 1, 1);
  S(strings[last][length], result);
  return result;
}
void *worker(void *_) {
  count(N, 0);
  count(N, 1);
  S(done, 1);
  return 0;
}
void *reader(void *_) {
  if (L(done)) {
    int zero = L(strings[0][N]);
    int one = L(strings[1][N]);
    assert(N == 1 || zero >= one);
  }
  return 0;
}
int main(void) {
  run_all(worker, reader);
  return 0;
}
