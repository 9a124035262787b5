/* Dekker; who has had to wait looks once more */
#include "mutex.h"
sh want[2], turn;
void *p(void *arg) {
  int me = (int)(long)arg, ot = 1 - me;
  for (int k = 0; k < N; k++) {
    S(want[me], 1);
    if (L(want[ot])) {
      if (L(turn) != me) {
        S(want[me], 0);
        AWAIT(L(turn) == me);
        S(want[me], 1);
      }
      AWAIT(!L(want[ot]));
    }
    CRITICAL(me);
    S(turn, ot);
    S(want[me], 0);
  }
  return 0;
}
int main(void) {
  run_two(p, p);
  return 0;
}
