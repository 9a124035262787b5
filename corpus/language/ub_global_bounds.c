// One past the end of a global array.
//@ verdict: FALSE(memory)
//@ line: 9
//@ says: out of bounds
int a[4], b[4];

int main(void) {
  for (int i = 0; i <= 4; i++)
    a[i] = i;
  return 0;
}
