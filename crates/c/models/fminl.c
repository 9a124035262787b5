static long double __raddle_fminl(long double a, long double b) {
  if (a != a) return b;
  return b < a ? b : a;
}
