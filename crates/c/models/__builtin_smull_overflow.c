static _Bool __raddle___builtin_smull_overflow(long a, long b, long *result) {
  long r = (long)((unsigned long)a * (unsigned long)b);
  *result = r;
  return a == -1 ? b == r && b != 0 : a != 0 && r / a != b;
}
