static _Bool __raddle___builtin_sadd_overflow(int a, int b, int *result) {
  int r = (int)((unsigned)a + (unsigned)b);
  *result = r;
  return ((a ^ r) & (b ^ r)) < 0;
}
