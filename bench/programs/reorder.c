/* N setters write two cells, one checker looks at them as far as it has to (reorder style) */
#include "bench.h"
sh a, b;
void *set(void *_) {
  S(a, 1);
  S(b, -1);
  return 0;
}
void *check(void *_) {
  int both = (L(a) == 0 && L(b) == 0) || (L(a) == 1 && L(b) == -1);
  return (void *)(long)both;
}
int main(void) {
  pthread_t t[N + 1];
  S(a, 0);
  S(b, 0);
  for (long k = 0; k < N; k++)
    spawn(&t[k], set, k);
  spawn(&t[N], check, 0);
  for (long k = 0; k <= N; k++)
    pthread_join(t[k], 0);
  return 0;
}
