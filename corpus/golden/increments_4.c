// increments.h with N = 4: 4! = 24.
//@ verdict: TRUE
//@ executions: source 24, optimal 24, observers 24
#define N 4
#include "increments.h"
