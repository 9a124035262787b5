// A jump leads behind the initialiser, and the variable is set there.
//@ verdict: TRUE
int main(void) {
  int round = 0;
  goto inside;
  {
    int value = 1;
  inside:
    value = 2;
    if (value != 2) return 1;
  }
  switch (round) {
    int other;
  case 0:
    other = 1;
    if (other != 1) return 1;
  }
  return 0;
}
