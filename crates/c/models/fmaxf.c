static float __raddle_fmaxf(float a, float b) {
  if (a != a) return b;
  return a < b ? b : a;
}
