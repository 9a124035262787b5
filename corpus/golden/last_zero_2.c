// last_zero.h with N = 2: 5 * 2^0 = 5.
//@ verdict: TRUE
//@ executions: source 5, optimal 5, observers 5
#define N 2
#include "last_zero.h"
