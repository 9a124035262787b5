// The sum of two large numbers does not fit into 128 bits.
//@ verdict: FALSE(overflow)
//@ says: signed overflow
//@ line: 8
int main(void) {
  __int128 half = (__int128)1 << 125;
  __int128 most = half + half - 1 + half + half;
  __int128 more = most + 1;
  return more < most;
}
