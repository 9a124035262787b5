// The number of leading zeros of 0 is undefined, as a shift by all bits is.
//@ verdict: FALSE(overflow)
//@ says: __builtin_clz
int zero;

int main(void) {
  return __builtin_clz(zero);
}
