// Reading through a null pointer.
//@ verdict: FALSE(memory)
//@ line: 11
//@ says: null pointer
struct s {
  int a, b;
};

int main(void) {
  struct s *p = 0;
  return p->b;
}
