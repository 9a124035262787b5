// A variable has no value in its own initialiser.
//@ verdict: FALSE(memory)
//@ line: 6
int main(void) {
  int value = value + 1;
  return value;
}
