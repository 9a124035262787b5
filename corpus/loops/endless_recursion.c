// The same for recursion without an end.
//@ verdict: UNKNOWN(bound)
//@ says: no execution has come to its end
static int down(int depth) { return down(depth + 1) + 1; }

int main(void) { return down(0); }
