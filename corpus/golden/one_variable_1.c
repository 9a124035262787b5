// one_variable.h with N = 1: C(2, 1) = 2.
//@ verdict: TRUE
//@ executions: source 2, optimal 2, observers 2
#define N 1
#include "one_variable.h"
