/* how many binary strings of length N have no two ones side by side, bottom-up, by their last digit;
 * who finds that another one was faster takes over what that one has found */
#include "dynamic.h"
sh strings[2][N + 1];
void *worker(void *_) {
  int zero = 1, one = 1;
  for (int length = 1; length <= N; length++) {
    if (length > 1) {
      int sum = zero + one;
      one = zero;
      zero = sum;
    }
    int known = L(strings[0][length]);
    if (!known) {
      S(strings[0][length], zero);
      S(strings[1][length], one);
    } else if (length < N) {
      zero = known;
      one = L(strings[1][length]);
    }
  }
  S(done, 1);
  return 0;
}
void *reader(void *_) {
  if (L(done)) {
    int zero = L(strings[0][N]);
    int one = L(strings[1][N]);
    assert(zero >= 1 && one >= 0);
  }
  return 0;
}
int main(void) {
  run_all(worker, reader);
  return 0;
}
