static _Bool __raddle___builtin_umul_overflow(unsigned a, unsigned b, unsigned *result) {
  unsigned r = (unsigned)((unsigned)a * (unsigned)b);
  *result = r;
  return a != 0 && r / a != b;
}
