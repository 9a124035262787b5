/* a set as a bitmap: N threads insert two keys each, one of them is everybody's: (2N)! / 2^N orders, one result. With -DINLINE
 * the first insertion is no call that has ended: then a thread still knows what was in the set before it. */
#include "../bench.h"
sh set;
static void add_key(int key) {
  atomic_fetch_or(&set, 1 << key);
}
void *insert(void *a) {
  int mine = (int)(long)a + 1;
#ifdef INLINE
  atomic_fetch_or(&set, 1 << mine);
#else
  add_key(mine);
#endif
  add_key(0);
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) spawn(&t[i], insert, i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  assert(L(set) == (2 << N) - 1);
  return 0;
}
