// Any other assembly is not supported.
//@ verdict: UNKNOWN(input)
//@ error: C0403
//@ line: 10
//@ line: 11
//@ line: 12

int main(void) {
  int x = 1;
  asm volatile("movl $1, %0" : "=r"(x));
  asm("hlt");
  asm volatile("" : "=r"(x));
  return x;
}
