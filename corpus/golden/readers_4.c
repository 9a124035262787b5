// readers.h with N = 4: 2^4 = 16.
//@ verdict: TRUE
//@ executions: source 16, optimal 16, observers 16
#define N 4
#include "readers.h"
