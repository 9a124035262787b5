static _Bool __raddle___builtin_usub_overflow(unsigned a, unsigned b, unsigned *result) {
  unsigned r = (unsigned)((unsigned)a - (unsigned)b);
  *result = r;
  return a < b;
}
