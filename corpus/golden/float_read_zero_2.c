// float_read_zero.h with N = 2: 3! = 6, and 1 + 2 * 2^1 = 5.
//@ verdict: TRUE
//@ executions: source 6, optimal 6, observers 5
#define N 2
#include "float_read_zero.h"
