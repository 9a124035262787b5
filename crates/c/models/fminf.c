static float __raddle_fminf(float a, float b) {
  if (a != a) return b;
  return b < a ? b : a;
}
