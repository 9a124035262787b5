// float_read.h with N = 4: 5! = 120, and 1 + 4 * 2^3 = 33.
//@ verdict: TRUE
//@ executions: source 120, optimal 120, observers 33
#define N 4
#include "float_read.h"
