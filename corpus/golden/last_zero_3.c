// last_zero.h with N = 3: 6 * 2^1 = 12.
//@ verdict: TRUE
//@ executions: source 12, optimal 12, observers 12
#define N 3
#include "last_zero.h"
