/* N threads; ticket drawn under a mutex, one test of now-serving (-DTESTS=k: at most k), critical
 * section, serve next */
#include "bench.h"
#ifndef TESTS
#define TESTS 1
#endif
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
sh next, serving, crit;
void *w(void *p) {
  int me = (int)(long)p + 1;
  pthread_mutex_lock(&m);
  int mine = L(next);
  S(next, mine + 1);
  pthread_mutex_unlock(&m);
  int in = 0;
  for (int k = 0; k < TESTS && !in; k++)
    in = L(serving) == mine;
  if (in) {
    S(crit, me);
    int c = L(crit);
    assert(c == me);
    S(serving, mine + 1);
  }
  return 0;
}
int main(void) {
  pthread_mutex_init(&m, 0);
  pthread_t t[N];
  S(next, 0);
  S(serving, 0);
  S(crit, 0);
  for (long k = 0; k < N; k++)
    spawn(&t[k], w, k);
  for (long k = 0; k < N; k++)
    pthread_join(t[k], 0);
  return 0;
}
