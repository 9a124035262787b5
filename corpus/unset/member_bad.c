// A member of a struct is left out, and decides.
//@ verdict: FALSE(memory)
//@ line: 13
//@ says: `it`, declared in line 11
struct pair {
  int first;
  int second;
};

int main(void) {
  struct pair it;
  it.first = 1;
  return it.second == 2;
}
