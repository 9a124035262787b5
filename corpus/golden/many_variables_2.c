// many_variables.h with N = 2: 3^2 = 9.
//@ verdict: TRUE
//@ executions: source 9, optimal 9, observers 9
#define N 2
#include "many_variables.h"
