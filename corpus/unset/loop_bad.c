// The sibling of loop_good.c: each round has a variable of its own.
//@ verdict: FALSE(memory)
//@ line: 10
//@ says: `first`, declared in line 8
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int first;
    if (i == 0) first = 4;
    if (first == 4) sum++;
  }
  return 0;
}
