// A pointer to a local of a block that has been left.
//@ verdict: FALSE(memory)
//@ line: 10
int main(void) {
  int *p;
  {
    int inner = 4;
    p = &inner;
  }
  return *p;
}
