/* Peterson */
#include "mutex.h"
sh flag[2], turn;
void *p(void *arg) {
  int me = (int)(long)arg, ot = 1 - me;
  for (int k = 0; k < N; k++) {
    S(flag[me], 1);
    S(turn, ot);
    AWAIT(!(L(flag[ot]) && L(turn) == ot));
    CRITICAL(me);
    S(flag[me], 0);
  }
  return 0;
}
int main(void) {
  run_two(p, p);
  return 0;
}
