// `&&` looks at its left operand first, whatever the right one is.
//@ verdict: FALSE(memory)
//@ line: 7
int is_set;
int main(void) {
  int value;
  if (value == 1 && is_set) return 1;
  return 0;
}
