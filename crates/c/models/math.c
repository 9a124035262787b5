/* What is exact of floating point and no operator of the machine. */
static double __raddle_fmin(double a, double b) {
  if (a != a) return b;
  return b < a ? b : a;
}

static double __raddle_fmax(double a, double b) {
  if (a != a) return b;
  return a < b ? b : a;
}

static double __raddle_fdim(double a, double b) {
  return a <= b ? 0 : a - b;
}

static long __raddle_lround(double number) { return __builtin_round(number); }

static long __raddle_lrint(double number) { return __builtin_rint(number); }

static long long __raddle_llround(double number) { return __builtin_round(number); }

static long long __raddle_llrint(double number) { return __builtin_rint(number); }

static double __raddle_copysign(double size, double sign) {
  union { double number; unsigned long long bits; } from, to;
  to.number = size;
  from.number = sign;
  to.bits = (to.bits & ~0x8000000000000000ULL) | (from.bits & 0x8000000000000000ULL);
  return to.number;
}

static float __raddle_fminf(float a, float b) {
  if (a != a) return b;
  return b < a ? b : a;
}

static float __raddle_fmaxf(float a, float b) {
  if (a != a) return b;
  return a < b ? b : a;
}

static float __raddle_fdimf(float a, float b) {
  return a <= b ? 0 : a - b;
}

static long __raddle_lroundf(float number) { return __builtin_roundf(number); }

static long __raddle_lrintf(float number) { return __builtin_rintf(number); }

static long long __raddle_llroundf(float number) { return __builtin_roundf(number); }

static long long __raddle_llrintf(float number) { return __builtin_rintf(number); }

static float __raddle_copysignf(float size, float sign) {
  union { float number; unsigned int bits; } from, to;
  to.number = size;
  from.number = sign;
  to.bits = (to.bits & ~0x80000000U) | (from.bits & 0x80000000U);
  return to.number;
}

static long double __raddle_fminl(long double a, long double b) {
  if (a != a) return b;
  return b < a ? b : a;
}

static long double __raddle_fmaxl(long double a, long double b) {
  if (a != a) return b;
  return a < b ? b : a;
}

static long double __raddle_fdiml(long double a, long double b) {
  return a <= b ? 0 : a - b;
}

static long __raddle_lroundl(long double number) { return __builtin_roundl(number); }

static long __raddle_lrintl(long double number) { return __builtin_rintl(number); }

static long long __raddle_llroundl(long double number) { return __builtin_roundl(number); }

static long long __raddle_llrintl(long double number) { return __builtin_rintl(number); }

static int __raddle_isnan(double number) { return number != number; }

static int __raddle_isinf(double number) { return number == 1e999 ? 1 : number == -1e999 ? -1 : 0; }

static int __raddle_isfinite(double number) { return number - number == 0; }

static int __raddle_signbit(double number) {
  union { double number; unsigned long long bits; } whole;
  whole.number = number;
  return (int)(whole.bits >> 63);
}

static int __raddle_isgreater(double a, double b) { return a > b; }

static int __raddle_isgreaterequal(double a, double b) { return a >= b; }

static int __raddle_isless(double a, double b) { return a < b; }

static int __raddle_islessequal(double a, double b) { return a <= b; }

static int __raddle_islessgreater(double a, double b) { return a < b || a > b; }

static int __raddle_isunordered(double a, double b) { return a != a || b != b; }
