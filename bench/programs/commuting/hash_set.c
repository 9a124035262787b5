/* a hash table with open addressing under a mutex; N threads insert one key each. No two of them belong in the same place,
 * so the table does not tell in which order they came. With -DCOLLIDE all belong in the first place, and it does. */
#include "../bench.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int table[N], size;
static int place_of(int key) {
#ifdef COLLIDE
  return 0;
#else
  return (3 * N + 1 - key) % N;
#endif
}
void *insert(void *a) {
  int key = (int)(long)a + 1;
  pthread_mutex_lock(&m);
  int place = place_of(key);
  while (table[place] != 0 && table[place] != key) place = (place + 1) % N;
  if (table[place] == 0) {
    table[place] = key;
    size++;
  }
  place = 0;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) spawn(&t[i], insert, i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  int sum = 0;
  for (int i = 0; i < N; i++) sum += table[i];
  assert(size == N && sum == N * (N + 1) / 2);
  return 0;
}
