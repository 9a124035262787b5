// float_read.h with N = 3: 4! = 24, and 1 + 3 * 2^2 = 13.
//@ verdict: TRUE
//@ executions: source 24, optimal 24, observers 13
#define N 3
#include "float_read.h"
