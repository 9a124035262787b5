#include "common.h"
int f0, f1, turn, x;
void *t0(void *a) {
  f0 = 1;
  while (f1) {
    if (turn != 0) {
      f0 = 0;
      WAIT(turn == 0);
      f0 = 1;
    }
  }
  x = 0;
  assert(x <= 0);
  turn = 1;
  f0 = 0;
  return 0;
}
void *t1(void *a) {
  f1 = 1;
  while (f0) {
    if (turn != 1) {
      f1 = 0;
      WAIT(turn == 1);
      f1 = 1;
    }
  }
  x = 1;
  assert(x >= 1);
  turn = 0;
  f1 = 0;
  return 0;
}
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
