// Writing to a const object through a pointer that forgot about it.
//@ verdict: FALSE(memory)
//@ line: 9
//@ says: read-only
const int limit = 5;

int main(void) {
  int *p = (int *)&limit;
  *p = 6;
  return 0;
}
