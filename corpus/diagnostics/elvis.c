// `a ?: b` is not supported yet.
//@ verdict: UNKNOWN(input)
//@ error: C0421
//@ line: 6
int main(int argc, char **argv) {
  int x = argc ?: 2;
  return x - argc;
}
