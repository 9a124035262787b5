// There are no atomic 128-bit integers.
//@ verdict: UNKNOWN(input)
//@ error: C0415
//@ line: 6
int main(void) {
  _Atomic __int128 wide = 1;
  return (int)(wide >> 64);
}
