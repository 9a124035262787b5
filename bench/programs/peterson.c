/* Peterson, 2 threads, N rounds, wait = one test then give up the round */
#include "bench.h"
sh flag[2], turn, crit;
void *p(void *arg) {
  int me = (int)(long)arg, ot = 1 - me;
  for (int k = 0; k < N; k++) {
    S(flag[me], 1);
    S(turn, ot);
    if (!(L(flag[ot]) && L(turn) == ot)) {
      S(crit, me + 1);
      int c = L(crit);
      assert(c == me + 1);
    }
    S(flag[me], 0);
  }
  return 0;
}
int main(void) {
  pthread_t t[2];
  S(flag[0], 0);
  S(flag[1], 0);
  S(turn, 0);
  S(crit, 0);
  spawn(&t[0], p, 0);
  spawn(&t[1], p, 1);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
