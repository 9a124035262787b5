// What is declared in a switch before its first case is set in no case.
//@ verdict: FALSE(memory)
//@ line: 11
int kind = 2;
int main(void) {
  switch (kind) {
    int value;
  case 1:
    value = 1;
    break;
  case 2: return value;
  }
  return 0;
}
