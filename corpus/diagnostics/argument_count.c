// Too few arguments.
//@ verdict: UNKNOWN(input)
//@ error: C0307
//@ line: 8
static int add(int a, int b) { return a + b; }

int main(void) {
  return add(1);
}
