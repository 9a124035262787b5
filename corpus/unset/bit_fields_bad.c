// The sibling of bit_fields_good.c that looks at the neighbour.
//@ verdict: FALSE(memory)
//@ line: 15
//@ says: uninitialised
struct flags {
  unsigned first : 3;
  unsigned second : 5;
  unsigned third : 9;
};

int main(void) {
  struct flags it;
  it.first = 5;
  it.third = 300;
  if (it.second == 1) return 1;
  return 0;
}
