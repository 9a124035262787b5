// A function that is defined twice.
//@ verdict: UNKNOWN(input)
//@ error: C0309
//@ line: 6
static int f(void) { return 1; }
static int f(void) { return 2; }

int main(void) { return f(); }
