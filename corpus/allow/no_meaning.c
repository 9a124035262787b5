// What has no meaning cannot be let pass.
//@ verdict: UNKNOWN(input)
//@ error: C0319
//@ line: 7
int *p;
int main(void) {
  return *p; // raddle: allow(null-pointer)
}
