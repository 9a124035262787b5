// Bit-fields.
//@ verdict: UNKNOWN(input)
//@ error: C0402
//@ line: 6
struct flags {
  unsigned busy : 1;
  unsigned level : 3;
};

int main(void) {
  struct flags f = {1, 5};
  return f.level;
}
