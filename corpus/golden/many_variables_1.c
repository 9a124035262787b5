// many_variables.h with N = 1: 3^1 = 3.
//@ verdict: TRUE
//@ executions: source 3, optimal 3, observers 3
#define N 1
#include "many_variables.h"
