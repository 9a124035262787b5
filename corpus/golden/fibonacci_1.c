// fibonacci.h with N = 1: 3 classes.
//@ verdict: TRUE
//@ executions: source 3, optimal 3, observers 3
#define N 1
#include "fibonacci.h"
