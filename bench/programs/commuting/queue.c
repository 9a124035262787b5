/* one thread puts 1 to N into a queue, another takes N times unless there is nothing, and adds up what it gets; each under
 * a mutex: C(2N,N) orders. How they end is decided by how many were taken: N + 1 results. */
#include "../bench.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int cell[N], head, tail, sum;
void *put(void *_) {
  for (int k = 1; k <= N; k++) {
    pthread_mutex_lock(&m);
    cell[tail++] = k;
    pthread_mutex_unlock(&m);
  }
  return 0;
}
void *take(void *_) {
  for (int k = 1; k <= N; k++) {
    pthread_mutex_lock(&m);
    if (head < tail) sum += cell[head++];
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  run_two(put, take);
  assert(tail == N && head <= N && sum == head * (head + 1) / 2);
  return 0;
}
