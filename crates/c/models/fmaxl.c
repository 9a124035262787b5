static long double __raddle_fmaxl(long double a, long double b) {
  if (a != a) return b;
  return a < b ? b : a;
}
