static float __raddle_copysignf(float size, float sign) {
  union { float number; unsigned int bits; } from, to;
  to.number = size;
  from.number = sign;
  to.bits = (to.bits & ~0x80000000U) | (from.bits & 0x80000000U);
  return to.number;
}
