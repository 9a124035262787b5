// A file without main.
//@ verdict: UNKNOWN(input)
//@ error: C0318
int twice(int x) { return 2 * x; }
