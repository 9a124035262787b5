/* Shared by the programs in this folder: WORKERS threads (2 unless told) fill one table, whose
 * results the others use as soon as they are there; one more thread reads whether it is done, and
 * then the result. N is the size of the problem. 0 in the table is what is not known yet. */
#ifndef DYNAMIC_H
#define DYNAMIC_H
#include "../bench.h"
#ifndef WORKERS
#define WORKERS 2
#endif
sh done;
static inline int larger(int a, int b) { return a > b ? a : b; }
static inline int smaller(int a, int b) { return a < b ? a : b; }
static inline void run_all(thr worker, thr reader) {
  pthread_t t[WORKERS + 1];
  for (long k = 0; k < WORKERS; k++)
    spawn(&t[k], worker, k);
  spawn(&t[WORKERS], reader, 0);
  for (long k = 0; k <= WORKERS; k++)
    pthread_join(t[k], 0);
}
#endif
