/* Shared by the programs in this folder: two or three threads, N rounds each. A wait is tested once;
 * a thread that would have to wait stops for good, so that each execution is a prefix of one of the
 * protocol. -DEMPTY: nothing happens in the critical section. */
#ifndef MUTEX_H
#define MUTEX_H
#include "../bench.h"
#define AWAIT(condition)                                                                           \
  if (!(condition))                                                                                \
  return 0
#ifdef EMPTY
#define CRITICAL(me)
#else
sh crit;
#define CRITICAL(me)                                                                               \
  {                                                                                                \
    S(crit, (me) + 1);                                                                             \
    int c = L(crit);                                                                               \
    assert(c == (me) + 1);                                                                         \
  }
#endif
#endif
