/* how many binary strings of length N have no two ones side by side, bottom-up, by their last digit */
#include "dynamic.h"
sh strings[2][N + 1];
static void count(int length) {
  int zero = 1, one = 1;
  if (length > 1) {
    one = L(strings[0][length - 1]);
    zero = one + L(strings[1][length - 1]);
  }
  S(strings[0][length], zero);
  S(strings[1][length], one);
}
void *worker(void *_) {
  for (int length = 1; length <= N; length++)
    count(length);
  S(done, 1);
  return 0;
}
void *reader(void *_) {
  if (L(done)) {
    int zero = L(strings[0][N]);
    int one = L(strings[1][N]);
    assert(zero >= one);
  }
  return 0;
}
int main(void) {
  run_all(worker, reader);
  return 0;
}
