/* N accounts in a circle, and N threads: each moves money from its account to the next and on to the one after that, two
 * transfers under a mutex: (2N)! / 2^N orders. There is enough money, so what everybody has in the end is always the same. */
#include "../bench.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int account[N];
static void transfer(int from, int to, int amount) {
  pthread_mutex_lock(&m);
  assert(account[from] >= amount);
  account[from] -= amount;
  account[to] += amount;
  pthread_mutex_unlock(&m);
}
void *move(void *a) {
  int from = (int)(long)a;
  transfer(from, (from + 1) % N, 2);
  transfer((from + 1) % N, (from + 2) % N, 1);
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) account[i] = 10;
  for (int i = 0; i < N; i++) spawn(&t[i], move, i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  for (int i = 0; i < N; i++) assert(account[i] == 10);
  return 0;
}
