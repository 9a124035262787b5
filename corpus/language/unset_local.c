// A local that is read before it is set, on the only way that is taken.
//@ verdict: FALSE(memory)
//@ line: 10
//@ says: `x`, declared in line 8
int limit = 100;

int main(void) {
  int x;
  if (limit > 100) x = 1;
  return x;
}
