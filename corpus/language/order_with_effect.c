// An argument that only says how is worked out all the same.
//@ verdict: TRUE
#include <assert.h>
#include <stdatomic.h>
int x, c = 4;
atomic_int a;
int main(void) {
  __atomic_store_n(&x, 1, ++c);
  assert(c == 5);
  atomic_thread_fence((c++, memory_order_seq_cst));
  assert(c == 6);
  int expected = 0;
  __atomic_compare_exchange_n(&x, &expected, 2, c++, 5, 5);
  assert(c == 7 && expected == 1);
  return 0;
}
