// What is declared in a statement expression ends with it.
//@ verdict: FALSE(memory)
//@ line: 9
int main(void) {
  int *p = ({
    int x = 3;
    &x;
  });
  return *p;
}
