static _Bool __raddle___builtin_ssubll_overflow(long long a, long long b, long long *result) {
  long long r = (long long)((unsigned long long)a - (unsigned long long)b);
  *result = r;
  return ((a ^ b) & (a ^ r)) < 0;
}
