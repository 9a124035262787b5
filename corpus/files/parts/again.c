// Clashes with the file that it is checked with.
int x = 2;

int f(void) {
  return 2;
}
