// queue_locked.h with N = 2: C(4, 2) = 6.
//@ verdict: TRUE
//@ executions: source 6, optimal 6, observers 6
#define N 2
#include "queue_locked.h"
