// Both files define the function and the variable.
//@ verdict: UNKNOWN(input)
//@ files: parts/again.c
//@ error: C0309
//@ says: parts/again.c:2:5
//@ says: parts/again.c:4:5
//@ says: `f` is defined twice
int f(void) {
  return 1;
}
int x = 1;

int main(void) {
  return f() + x;
}
