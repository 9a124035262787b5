/* Kessels: the turn of Peterson, split in two so that each variable has one writer. Thread 0 makes
 * the halves equal and waits until they differ, thread 1 the other way round */
#include "mutex.h"
sh flag[2], half[2];
void *p(void *arg) {
  int me = (int)(long)arg, ot = 1 - me;
  for (int k = 0; k < N; k++) {
    S(flag[me], 1);
    int mine = L(half[ot]) ^ me;
    S(half[me], mine);
    AWAIT(!L(flag[ot]) || (L(half[ot]) ^ me) != mine);
    CRITICAL(me);
    S(flag[me], 0);
  }
  return 0;
}
int main(void) {
  run_two(p, p);
  return 0;
}
