// A bit-field has no address.
//@ verdict: UNKNOWN(input)
//@ error: C0304
//@ line: 12
struct flags {
  unsigned busy : 1;
  unsigned level : 3;
};

int main(void) {
  struct flags f = {1, 5};
  unsigned *p = &f.level;
  return *p;
}
