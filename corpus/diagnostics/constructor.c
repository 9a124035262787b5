// What an attribute makes the program do is not left out silently.
//@ verdict: UNKNOWN(input)
//@ error: C0422
//@ line: 5
__attribute__((constructor)) static void before(void) {}
int main(void) { return 0; }
