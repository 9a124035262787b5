// The smallest number is the product of two, its opposite is not.
//@ verdict: FALSE(overflow)
//@ says: signed overflow
//@ line: 8
int main(void) {
  __int128 factor = -((__int128)1 << 63);
  __int128 smallest = factor * ((__int128)1 << 64);
  __int128 largest = factor * -((__int128)1 << 64);
  return smallest < largest;
}
