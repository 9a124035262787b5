static _Bool __raddle___builtin_ssubl_overflow(long a, long b, long *result) {
  long r = (long)((unsigned long)a - (unsigned long)b);
  *result = r;
  return ((a ^ b) & (a ^ r)) < 0;
}
