// The same for recursion without an end.
//@ verdict: TRUE(bounded)
//@ says: endless local loops or recursion cut
static int down(int depth) { return down(depth + 1) + 1; }

int main(void) { return down(0); }
