//@ verdict: TRUE
//@ executions: naive 1
#include <assert.h>
int word = 3;
int main(void) {
  int i = 3, *p = &word;
  int old = __sync_val_compare_and_swap(p, i, i + 1);
  assert(old == 3 && word == 4);
  assert(!__sync_bool_compare_and_swap(&word, old++, 7) && old == 4);
  assert(__sync_bool_compare_and_swap(&word, old, 7) && word == 7);
  assert(__sync_add_and_fetch(&word, i++) == 10 && i == 4);
  return 0;
}
