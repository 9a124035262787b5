// The functions of math.h that are exact.
//@ verdict: TRUE
#include <assert.h>
#include <math.h>

int main(void) {
  assert(sqrt(6.25) == 2.5 && sqrtf(4) == 2 && sqrt(2.0) * sqrt(2.0) != 2);
  assert(floor(-1.5) == -2 && ceil(-1.5) == -1 && trunc(-1.5) == -1);
  assert(round(-1.5) == -2 && round(2.5) == 3 && rint(2.5) == 2 && rintf(3.5f) == 4);
  assert(lround(-2.5) == -3 && lrint(-2.5) == -2 && llroundf(0.5f) == 1);
  assert(fmod(-5.5, 2) == -1.5 && fabs(-3.5) == 3.5 && fabsf(-0.0f) == 0);
  assert(fmin(1, 2) == 1 && fmax(1, NAN) == 1 && fmaxf(1, 2) == 2 && fdim(3, 1) == 2);
  assert(copysign(3, -0.0) == -3 && copysignf(-3, 1) == 3);
  assert(isnan(NAN) && !isnan(INFINITY) && isinf(-INFINITY) && !isinf(1.0f));
  assert(isfinite(1e308) && !isfinite(HUGE_VAL) && signbit(-0.0) && !signbit(0.0));
  assert(isless(1.0, 2.0) && !isgreater(1.0, NAN) && isunordered(1.0, NAN));
  return 0;
}
