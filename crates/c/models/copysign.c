static double __raddle_copysign(double size, double sign) {
  union { double number; unsigned long long bits; } from, to;
  to.number = size;
  from.number = sign;
  to.bits = (to.bits & ~0x8000000000000000ULL) | (from.bits & 0x8000000000000000ULL);
  return to.number;
}
