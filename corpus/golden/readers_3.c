// readers.h with N = 3: 2^3 = 8.
//@ verdict: TRUE
//@ executions: source 8, optimal 8, observers 8
#define N 3
#include "readers.h"
