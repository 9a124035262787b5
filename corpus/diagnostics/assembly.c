// Inline assembly.
//@ verdict: UNKNOWN(input)
//@ error: C0403
//@ line: 6
int main(void) {
  __asm__ volatile("mfence" ::: "memory");
  return 0;
}
