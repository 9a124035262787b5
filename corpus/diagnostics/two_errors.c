// All errors of a program are given at once, not only the first one.
//@ verdict: UNKNOWN(input)
//@ error: C0301
//@ line: 12
//@ error: C0303
//@ line: 13
struct point {
  int x, y;
};

int main(void) {
  struct point p = {missing, 2};
  return p.z;
}
