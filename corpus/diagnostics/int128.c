// 128-bit integers.
//@ verdict: UNKNOWN(input)
//@ error: C0406
//@ line: 6
int main(void) {
  unsigned __int128 wide = 1;
  return (int)(wide >> 64);
}
