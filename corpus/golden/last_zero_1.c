// last_zero.h with N = 1: 4 * 2^-1 = 2.
//@ verdict: TRUE
//@ executions: source 2, optimal 2, observers 2
#define N 1
#include "last_zero.h"
