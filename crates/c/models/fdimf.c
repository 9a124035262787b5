static float __raddle_fdimf(float a, float b) {
  return a <= b ? 0 : a - b;
}
