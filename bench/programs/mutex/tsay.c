/* Tsay: like Peterson, but the one who waits looks at the gate only, which is opened on leaving */
#include "mutex.h"
sh flag[2], gate;
void *p(void *arg) {
  int me = (int)(long)arg, ot = 1 - me;
  for (int k = 0; k < N; k++) {
    S(flag[me], 1);
    S(gate, me + 1);
    if (L(flag[ot]))
      AWAIT(L(gate) != me + 1);
    CRITICAL(me);
    S(flag[me], 0);
    S(gate, me + 1);
  }
  return 0;
}
int main(void) {
  run_two(p, p);
  return 0;
}
