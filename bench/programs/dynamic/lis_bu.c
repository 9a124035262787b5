/* the length of the longest increasing subsequence of N numbers, bottom-up */
#include "dynamic.h"
sh longest[N];
static int number(int k) { return (k * 5 + 3) % 7 * 100 + k; }
static void find(int at) {
  if (L(longest[at]))
    return;
  int result = 1;
  for (int k = 0; k < at; k++)
    if (number(k) < number(at))
      result = larger(result, L(longest[k]) + 1);
  S(longest[at], result);
}
void *worker(void *_) {
  for (int at = 0; at < N; at++)
    find(at);
  S(done, 1);
  return 0;
}
void *reader(void *_) {
  if (L(done)) {
    int result = L(longest[N - 1]);
    assert(result >= 1 && result <= N);
  }
  return 0;
}
int main(void) {
  run_all(worker, reader);
  return 0;
}
