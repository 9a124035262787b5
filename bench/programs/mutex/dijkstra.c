/* Dijkstra, two threads, at most two attempts in each round */
#include "mutex.h"
sh idle[2], out[2], turn;
void *p(void *arg) {
  int me = (int)(long)arg, ot = 1 - me;
  for (int k = 0; k < N; k++) {
    S(idle[me], 0);
    int in = 0;
    for (int attempt = 0; attempt < 2 && !in; attempt++) {
      if (L(turn) != me) {
        S(out[me], 1);
        if (L(idle[ot]))
          S(turn, me);
      } else {
        S(out[me], 0);
        in = L(out[ot]);
      }
    }
    AWAIT(in);
    CRITICAL(me);
    S(out[me], 1);
    S(idle[me], 1);
  }
  return 0;
}
int main(void) {
  S(idle[0], 1);
  S(idle[1], 1);
  S(out[0], 1);
  S(out[1], 1);
  run_two(p, p);
  return 0;
}
