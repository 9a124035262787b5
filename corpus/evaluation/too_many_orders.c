//@ verdict: TRUE(bounded)
//@ says: not all orders are tried in which the operands in line 9 may be evaluated
int n;
static int next(void) {
  n++;
  return 1;
}
int main(void) {
  int all = next() + next() + next() + next() + next() + next();
  return all - 6;
}
