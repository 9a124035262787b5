// A shift by a negative number.
//@ verdict: FALSE(overflow)
//@ line: 7
//@ says: shift
int main(void) {
  int by = -1;
  return 4 >> by;
}
