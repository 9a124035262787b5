// The local of a loop's body is another object in every round.
//@ verdict: FALSE(memory)
//@ line: 9
//@ says: use after
int main(void) {
  int *previous = 0;
  for (int i = 0; i < 2; i++) {
    int local = i;
    if (previous) *previous = 1;
    previous = &local;
  }
  return 0;
}
