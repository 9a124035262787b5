// many_variables.h with N = 3: 3^3 = 27.
//@ verdict: TRUE
//@ executions: source 27, optimal 27, observers 27
#define N 3
#include "many_variables.h"
