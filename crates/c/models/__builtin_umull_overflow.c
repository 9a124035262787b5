static _Bool __raddle___builtin_umull_overflow(unsigned long a, unsigned long b, unsigned long *result) {
  unsigned long r = (unsigned long)((unsigned long)a * (unsigned long)b);
  *result = r;
  return a != 0 && r / a != b;
}
