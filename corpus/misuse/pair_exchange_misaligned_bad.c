//@ verdict: FALSE(memory)
//@ says: misaligned
// A compare-exchange of 16 bytes at the wrong place.
struct counted {
  void *pointer;
  long count;
} __attribute__((aligned(16)));
static _Alignas(16) char room[64];
int main(void) {
  struct counted *top = (struct counted *)(room + 24), expected = {0, 0}, wanted = {0, 1};
  return !__atomic_compare_exchange(top, &expected, &wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
