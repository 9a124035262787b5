// A pointer to a local of a call that is over.
//@ verdict: FALSE(memory)
//@ line: 12
static int *dangling(void) {
  int local = 3;
  int *p = &local;
  return p;
}

int main(void) {
  int *p = dangling();
  return *p;
}
