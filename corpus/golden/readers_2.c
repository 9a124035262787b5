// readers.h with N = 2: 2^2 = 4.
//@ verdict: TRUE
//@ executions: source 4, optimal 4, observers 4
#define N 2
#include "readers.h"
