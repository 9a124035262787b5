// A local that is read before it is set: the verdict names the assumption.
//@ verdict: TRUE
//@ says: may be read before it is set (line 8); it is taken as 0
//@ says: 1 assumption
int main(int argc, char **argv) {
  int x;
  if (argc > 100) x = 1;
  return x;
}
