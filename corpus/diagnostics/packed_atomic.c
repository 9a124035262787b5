// An atomic object that is not aligned has no single access.
//@ verdict: UNKNOWN(input)
//@ error: C0418
//@ line: 11
struct __attribute__((packed)) header {
  char kind;
  _Atomic int length;
} h;

int main(void) {
  return h.length;
}
