// increments.h with N = 3: 3! = 6.
//@ verdict: TRUE
//@ executions: source 6, optimal 6, observers 6
#define N 3
#include "increments.h"
