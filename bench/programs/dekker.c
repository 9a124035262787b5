/* Dekker, 2 threads, N rounds; on contention: look at turn once, back off once, retry once */
#include "bench.h"
sh want[2], turn, crit;
void *p(void *arg) {
  int me = (int)(long)arg, ot = 1 - me;
  for (int k = 0; k < N; k++) {
    int in = 1;
    S(want[me], 1);
    if (L(want[ot])) {
      in = 0;
      if (L(turn) != me) {
        S(want[me], 0);
        if (L(turn) == me) {
          S(want[me], 1);
          in = !L(want[ot]);
        }
      } else
        in = !L(want[ot]);
    }
    if (in) {
      S(crit, me + 1);
      int c = L(crit);
      assert(c == me + 1);
      S(turn, ot);
    }
    S(want[me], 0);
  }
  return 0;
}
int main(void) {
  pthread_t t[2];
  S(want[0], 0);
  S(want[1], 0);
  S(turn, 0);
  S(crit, 0);
  spawn(&t[0], p, 0);
  spawn(&t[1], p, 1);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
