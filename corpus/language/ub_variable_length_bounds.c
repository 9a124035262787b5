// The bounds are those of run time.
//@ verdict: FALSE(memory)
//@ line: 8
int main(void) {
  int n = 2;
  int a[n + 1];
  a[n] = 1;
  a[n + 1] = 2;
  return 0;
}
