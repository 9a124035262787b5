// Writing through an integer that is no address.
//@ verdict: FALSE(memory)
//@ line: 6
int main(void) {
  int *p = (int *)0x1234567;
  *p = 1;
  return 0;
}
