// In front of an array.
//@ verdict: FALSE(memory)
//@ line: 10
//@ says: out of bounds
int values[3];

int main(void) {
  int i = 0;
  i--;
  return values[i];
}
