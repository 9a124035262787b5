/* threads write different cells of one array through a symbolic index: no lost update is possible
 */
#include "common.h"
int g[4];
void *t1(void *p) {
  int i = __VERIFIER_nondet_int();
  ASSUME(i >= 0 && i < 2);
  g[i] = 1;
  return 0;
}
void *t2(void *p) {
  int i = __VERIFIER_nondet_int();
  ASSUME(i >= 2 && i < 4);
  g[i] = 1;
  return 0;
}
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, t1, 0);
  pthread_create(&b, 0, t2, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(g[0] + g[1] + g[2] + g[3] == 2);
  return 0;
}
