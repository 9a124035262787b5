/* N producers put one item each into a buffer of two places, a consumer takes N items and adds them up. All wait in loops on
 * condition variables. In which order items come does not matter in the end. */
#include "../bench.h"
#define PLACES 2
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
int cell[PLACES], count, sum;
void *produce(void *a) {
  pthread_mutex_lock(&m);
  while (count == PLACES) pthread_cond_wait(&not_full, &m);
  cell[count++] = (int)(long)a + 1;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&m);
  return 0;
}
void *consume(void *_) {
  for (int k = 0; k < N; k++) {
    pthread_mutex_lock(&m);
    while (count == 0) pthread_cond_wait(&not_empty, &m);
    sum += cell[--count];
    cell[count] = 0;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  pthread_t t[N + 1];
  for (int i = 0; i < N; i++) spawn(&t[i], produce, i);
  spawn(&t[N], consume, 0);
  for (int i = 0; i <= N; i++) pthread_join(t[i], 0);
  assert(count == 0 && sum == N * (N + 1) / 2);
  return 0;
}
