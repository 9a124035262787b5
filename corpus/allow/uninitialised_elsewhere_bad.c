// A use at another line is a mistake.
//@ verdict: FALSE(memory)
//@ line: 11
//@ says: memory[uninitialised]: use of an uninitialised value
int main(void) {
  char small;
  int large;
  int r = 0;
  // raddle: allow(uninitialised)
  if (small) r = 1;
  if (large) r = 2;
  return r - r;
}
