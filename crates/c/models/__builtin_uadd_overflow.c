static _Bool __raddle___builtin_uadd_overflow(unsigned a, unsigned b, unsigned *result) {
  unsigned r = (unsigned)((unsigned)a + (unsigned)b);
  *result = r;
  return r < a;
}
