// The array has a block of its own, so each case comes past its initialiser.
//@ verdict: TRUE
int main(void) {
  int kind = 1;
  switch (kind) {
  case 1: {
    int found[2] = {0};
    if (found[1]) return 1;
  }
  }
  return 0;
}
