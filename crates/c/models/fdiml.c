static long double __raddle_fdiml(long double a, long double b) {
  return a <= b ? 0 : a - b;
}
