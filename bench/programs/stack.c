/* one thread pushes N times, another pops N times unless there is nothing, each under a mutex
 * (stack_true style) */
#include "bench.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
sh top, cell[N];
void *push(void *_) {
  for (int k = 0; k < N; k++) {
    pthread_mutex_lock(&m);
    int n = L(top);
    S(cell[n], k + 1);
    S(top, n + 1);
    pthread_mutex_unlock(&m);
  }
  return 0;
}
void *pop(void *_) {
  for (int k = 0; k < N; k++) {
    pthread_mutex_lock(&m);
    int n = L(top);
    if (n > 0) {
      int x = L(cell[n - 1]);
      assert(x >= 1 && x <= N);
      S(top, n - 1);
    }
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  S(top, 0);
  run_two(push, pop);
  return 0;
}
