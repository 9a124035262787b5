// A block that is left by goto is left.
//@ verdict: FALSE(memory)
//@ line: 12
int main(void) {
  int *p;
  {
    int inner = 4;
    p = &inner;
    goto out;
  }
out:
  return *p;
}
