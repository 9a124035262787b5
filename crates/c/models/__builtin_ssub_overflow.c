static _Bool __raddle___builtin_ssub_overflow(int a, int b, int *result) {
  int r = (int)((unsigned)a - (unsigned)b);
  *result = r;
  return ((a ^ b) & (a ^ r)) < 0;
}
