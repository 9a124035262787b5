// _Atomic of a struct that no single access holds.
//@ verdict: UNKNOWN(input)
//@ error: C0415
//@ line: 8
struct triple {
  int a, b, c;
};
_Atomic struct triple shared;

int main(void) {
  struct triple t = shared;
  return t.a;
}
