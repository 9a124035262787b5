static _Bool __raddle___builtin_umulll_overflow(unsigned long long a, unsigned long long b, unsigned long long *result) {
  unsigned long long r = (unsigned long long)((unsigned long long)a * (unsigned long long)b);
  *result = r;
  return a != 0 && r / a != b;
}
