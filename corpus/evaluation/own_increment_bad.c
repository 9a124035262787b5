//@ verdict: FALSE(memory)
//@ line: 6
static int twice(int it) { return 2 * it; }
int main(void) {
  int i = 1;
  i = twice(3) + i++;
  return i;
}
