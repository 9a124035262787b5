static int __raddle_signbit(double number) {
  union { double number; unsigned long long bits; } whole;
  whole.number = number;
  return (int)(whole.bits >> 63);
}
