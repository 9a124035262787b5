// The 32-bit model has no 128-bit integers, as in GCC.
//@ verdict: UNKNOWN(input)
//@ options: --data-model ilp32
//@ error: C0406
//@ line: 7
int main(void) {
  __int128 wide = 1;
  return (int)(wide >> 64);
}
