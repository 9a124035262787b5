/* Szymanski, two threads. States: 0 outside, 1 wants in, 2 waits for others, 3 door open, 4 door
 * closed */
#include "mutex.h"
sh state[2];
void *p(void *arg) {
  int me = (int)(long)arg, ot = 1 - me;
  for (int k = 0; k < N; k++) {
    S(state[me], 1);
    AWAIT(L(state[ot]) < 3);
    S(state[me], 3);
    if (L(state[ot]) == 1) {
      S(state[me], 2);
      AWAIT(L(state[ot]) == 4);
    }
    S(state[me], 4);
    if (me == 1)
      AWAIT(L(state[ot]) < 2);
    CRITICAL(me);
    if (me == 0) {
      int other = L(state[ot]);
      AWAIT(other < 2 || other > 3);
    }
    S(state[me], 0);
  }
  return 0;
}
int main(void) {
  run_two(p, p);
  return 0;
}
