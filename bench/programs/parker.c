/* One thread parks N times, another unparks it N times. Whoever parks takes a permit if there is one;
 * else it says that it is parked, and looks once more, lest an unpark that came between be lost. One
 * permit at most is kept. */
#include "bench.h"
sh permit, parked, woken;
static int take(void) {
  if (!L(permit))
    return 0;
  S(permit, 0);
  return 1;
}
void *parker(void *_) {
  int taken = 0;
  for (int k = 0; k < N; k++) {
    if (take()) {
      taken++;
      continue;
    }
    S(parked, 1);
    int late = take();
    /* It would sleep here if it has found none; a wake-up means that there is one again. */
    if (!late && L(woken)) {
      S(woken, 0);
      late = take();
    }
    taken += late;
    S(parked, 0);
  }
  assert(taken <= N);
  return 0;
}
void *unparker(void *_) {
  for (int k = 0; k < N; k++) {
    S(permit, 1);
    if (L(parked))
      S(woken, 1);
  }
  return 0;
}
int main(void) {
  S(permit, 0);
  S(parked, 0);
  S(woken, 0);
  run_two(parker, unparker);
  return 0;
}
