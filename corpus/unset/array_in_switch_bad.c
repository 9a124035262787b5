// A case leads behind the initialiser of an array.
//@ verdict: FALSE(memory)
//@ line: 10
//@ says: `found`, declared in line 8
int main(void) {
  int kind = 1;
  switch (kind) {
    int found[2] = {0};
  case 1:
    if (found[1]) return 1;
  }
  return 0;
}
