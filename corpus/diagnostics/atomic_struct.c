// _Atomic of a struct.
//@ verdict: UNKNOWN(input)
//@ error: C0415
//@ line: 8
struct pair {
  int a, b;
};
_Atomic struct pair shared;

int main(void) {
  struct pair p = shared;
  return p.a;
}
