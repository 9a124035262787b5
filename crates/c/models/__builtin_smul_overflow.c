static _Bool __raddle___builtin_smul_overflow(int a, int b, int *result) {
  int r = (int)((unsigned)a * (unsigned)b);
  *result = r;
  return a == -1 ? b == r && b != 0 : a != 0 && r / a != b;
}
