// #error stops with its own words.
//@ verdict: UNKNOWN(input)
//@ error: C0103
//@ line: 7
//@ says: LIMIT has to be given
#ifndef LIMIT
#error LIMIT has to be given
#endif

int main(void) { return 0; }
