// sections.h with N = 3: C(6, 3) = 20.
//@ verdict: TRUE
//@ executions: source 20, optimal 20, observers 20
#define N 3
#include "sections.h"
