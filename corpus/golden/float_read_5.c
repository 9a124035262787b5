// float_read.h with N = 5: 6! = 720, and 1 + 5 * 2^4 = 81.
//@ verdict: TRUE
//@ executions: source 720, optimal 720, observers 81
#define N 5
#include "float_read.h"
