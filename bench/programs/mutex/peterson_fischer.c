/* Peterson and Fischer: each thread has one variable, 0 outside, else 1 or 2. Thread 0 makes the two
 * equal and waits until they differ, thread 1 the other way round */
#include "mutex.h"
sh q[2];
void *p(void *arg) {
  int me = (int)(long)arg, ot = 1 - me;
  for (int k = 0; k < N; k++) {
    int other = L(q[ot]);
    int mine = (other == 2) != me ? 2 : 1;
    S(q[me], mine);
    other = L(q[ot]);
    if (other != 0) {
      mine = (other == 2) != me ? 2 : 1;
      S(q[me], mine);
    }
    other = L(q[ot]);
    AWAIT(other == 0 || (other == mine) == me);
    CRITICAL(me);
    S(q[me], 0);
  }
  return 0;
}
int main(void) {
  run_two(p, p);
  return 0;
}
