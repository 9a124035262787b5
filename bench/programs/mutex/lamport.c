/* Lamport's fast mutex, two threads. Who finds the gate taken begins again with the next round */
#include "mutex.h"
sh busy[2], door, gate;
void *p(void *arg) {
  int me = (int)(long)arg, ot = 1 - me, id = me + 1;
  for (int k = 0; k < N; k++) {
    S(busy[me], 1);
    S(door, id);
    if (L(gate)) {
      S(busy[me], 0);
      AWAIT(!L(gate));
      continue;
    }
    S(gate, id);
    if (L(door) != id) {
      S(busy[me], 0);
      AWAIT(!L(busy[ot]));
      if (L(gate) != id) {
        AWAIT(!L(gate));
        continue;
      }
    }
    CRITICAL(me);
    S(gate, 0);
    S(busy[me], 0);
  }
  return 0;
}
int main(void) {
  run_two(p, p);
  return 0;
}
