/* N threads have a number each and look for the largest: a compare-exchange, again and again while theirs is larger */
#include "../bench.h"
sh largest;
static void raise_to(int mine) {
  int seen = L(largest);
  while (seen < mine && !atomic_compare_exchange_strong(&largest, &seen, mine)) {
  }
}
void *offer(void *a) {
  raise_to((int)(long)a + 1);
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) spawn(&t[i], offer, i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  assert(L(largest) == N);
  return 0;
}
