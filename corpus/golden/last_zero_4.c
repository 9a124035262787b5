// last_zero.h with N = 4: 7 * 2^2 = 28. There are 5,369,639 interleavings: `naive` remembers states.
//@ verdict: TRUE
//@ executions: source 28, optimal 28, observers 28
//@ options: --remember-states
#define N 4
#include "last_zero.h"
