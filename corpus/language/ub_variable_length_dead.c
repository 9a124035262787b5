// It ends with its block.
//@ verdict: FALSE(memory)
//@ line: 11
int main(void) {
  int *kept = 0;
  for (int i = 1; i < 3; i++) {
    int a[i];
    a[0] = i;
    kept = a;
  }
  return *kept;
}
