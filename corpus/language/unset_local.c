// A local that is read before it is set: the verdict names the assumption.
//@ verdict: TRUE
//@ says: may be read before it is set (line 10); it is taken as 0
//@ says: assumption
int limit = 100;

int main(void) {
  int x;
  if (limit > 100) x = 1;
  return x;
}
