// increments.h with N = 2: 2! = 2.
//@ verdict: TRUE
//@ executions: source 2, optimal 2, observers 2
#define N 2
#include "increments.h"
