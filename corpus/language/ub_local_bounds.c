// Past the end of a local array, with an index that is not a constant.
//@ verdict: FALSE(memory)
//@ line: 7
//@ says: out of bounds
static int pick(int i) {
  int a[3] = {1, 2, 3};
  return a[i];
}

int main(void) { return pick(1) + pick(3); }
