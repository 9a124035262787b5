//@ verdict: FALSE(memory)
//@ line: 7
static int difference(int a, int b) { return a - b; }
int main(void) {
  int i = 3;
  int *p = &i;
  return difference(*p, i++);
}
