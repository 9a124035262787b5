//@ verdict: FALSE(memory)
//@ line: 5
int main(void) {
  int n = 2;
  int rows[n][n++];
  return sizeof rows == 0;
}
