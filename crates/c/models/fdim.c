static double __raddle_fdim(double a, double b) {
  return a <= b ? 0 : a - b;
}
