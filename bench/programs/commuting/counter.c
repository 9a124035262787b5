/* N threads add to one counter, each another number: N! orders, one result. With -DKEEP each thread returns what it has
 * found, and the results tell the orders apart again. */
#include "../bench.h"
sh x;
void *add(void *a) {
  long mine = (long)a + 1;
#ifdef KEEP
  return (void *)(long)atomic_fetch_add(&x, (int)mine);
#else
  atomic_fetch_add(&x, (int)mine);
  return 0;
#endif
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) spawn(&t[i], add, i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  assert(L(x) == N * (N + 1) / 2);
  return 0;
}
