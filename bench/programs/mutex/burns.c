/* Burns and Lynch, THREADS threads (2 unless told): a thread gives way to those before it and waits
 * for those behind it */
#include "mutex.h"
#ifndef THREADS
#define THREADS 2
#endif
sh flag[THREADS];
static int any_up(int from, int to) {
  for (int k = from; k < to; k++)
    if (L(flag[k]))
      return 1;
  return 0;
}
void *p(void *arg) {
  int me = (int)(long)arg;
  for (int k = 0; k < N; k++) {
    S(flag[me], 0);
    AWAIT(!any_up(0, me));
    S(flag[me], 1);
    AWAIT(!any_up(0, me));
    AWAIT(!any_up(me + 1, THREADS));
    CRITICAL(me);
    S(flag[me], 0);
  }
  return 0;
}
int main(void) {
  pthread_t t[THREADS];
  for (long k = 0; k < THREADS; k++)
    spawn(&t[k], p, k);
  for (long k = 0; k < THREADS; k++)
    pthread_join(t[k], 0);
  return 0;
}
