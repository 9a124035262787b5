// The number of leading zeros of 0 is undefined, as a shift by all bits is.
//@ verdict: FALSE(overflow)
//@ line: 7
int zero;

int main(void) {
  return __builtin_clz(zero);
}
