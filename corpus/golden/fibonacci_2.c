// fibonacci.h with N = 2: 19 classes.
//@ verdict: TRUE
//@ executions: source 19, optimal 19, observers 19
#define N 2
#include "fibonacci.h"
