// Assembly that holds back the compiler or orders memory.
//@ verdict: TRUE
#include <assert.h>

int main(void) {
  int x = 1;
  asm("");
  asm volatile("" ::: "memory");
  __asm__ __volatile__("mfence" ::: "memory");
  asm volatile("lock; addl $0,0(%%rsp)" ::: "memory");
  asm volatile("sfence\n\tlfence");
  __asm__("pause");
  asm volatile("" : "+r"(x));
  assert(x == 1);
  return 0;
}
