static double __raddle_fmax(double a, double b) {
  if (a != a) return b;
  return a < b ? b : a;
}
