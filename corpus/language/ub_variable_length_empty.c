// An array of variable length has at least one element.
//@ verdict: FALSE(memory)
//@ line: 6
static int sum(int n) {
  int all = 0;
  int a[n];
  for (int i = 0; i < n; i++) {
    a[i] = i;
    all += a[i];
  }
  return all;
}

int main(void) { return sum(3) - sum(0); }
