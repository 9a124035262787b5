// A header that does not exist is an error of the preprocessor.
//@ verdict: UNKNOWN(input)
//@ error: C0103
//@ line: 6
//@ says: not_there.h
#include "not_there.h"

int main(void) { return 0; }
