// A static assertion that does not hold.
//@ verdict: UNKNOWN(input)
//@ error: C0313
//@ line: 6
//@ options: --data-model ilp32
_Static_assert(sizeof(long) == 8, "long has 64 bits");

int main(void) { return 0; }
