// switch: fallthrough, default in the middle, ranges, negative cases, nested, and a loop's continue inside.
//@ verdict: TRUE
#include <assert.h>

static int classify(int x) {
  int r = 0;
  switch (x) {
  case -1: r += 1;
  case 0: r += 10; break;
  default: r = 99;
  case 5: r += 100; break;
  case 10 ... 19: r = 7;
  }
  return r;
}

int main(void) {
  assert(classify(-1) == 11 && classify(0) == 10 && classify(5) == 100);
  assert(classify(6) == 199 && classify(10) == 7 && classify(19) == 7 && classify(20) == 199);
  int sum = 0;
  for (int i = 0; i < 6; i++) {
    switch (i) {
    case 1: continue;
    case 4: break;
    default:
      switch (i & 1) {
      case 1: sum += 100; break;
      }
      sum += i;
    }
    sum += 1000;
  }
  assert(sum == 5000 + 200 + 0 + 2 + 3 + 5);
  switch (1) { assert(0); }
  switch ((char)300) {
  case 44: sum = 1;
  }
  assert(sum == 1);
  switch (0x100000001ULL) {
  case 1: assert(0);
  case 0x100000001: sum = 2;
  }
  assert(sum == 2);
  return 0;
}
