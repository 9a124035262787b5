// queue_locked.h with N = 4: C(8, 4) = 70.
//@ verdict: TRUE
//@ executions: source 70, optimal 70, observers 70
#define N 4
#include "queue_locked.h"
