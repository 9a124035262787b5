// The sibling of out_parameter_good.c that does not ask.
//@ verdict: FALSE(memory)
//@ line: 14
//@ says: `value`, declared in line 12
static int find(int key, int *result) {
  if (key > 2) return -1;
  *result = key + 1;
  return 0;
}

int main(void) {
  int value;
  find(4, &value);
  return value > 0;
}
