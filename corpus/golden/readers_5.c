// readers.h with N = 5: 2^5 = 32.
//@ verdict: TRUE
//@ executions: source 32, optimal 32, observers 32
#define N 5
#include "readers.h"
