static _Bool __raddle___builtin_smulll_overflow(long long a, long long b, long long *result) {
  long long r = (long long)((unsigned long long)a * (unsigned long long)b);
  *result = r;
  return a == -1 ? b == r && b != 0 : a != 0 && r / a != b;
}
