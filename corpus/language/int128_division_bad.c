// Dividing by zero.
//@ verdict: FALSE(overflow)
//@ says: division by zero
//@ line: 7
int main(void) {
  unsigned __int128 a = 5, b = a - 5;
  return (int)(a / b);
}
