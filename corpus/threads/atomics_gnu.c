// The builtins of GCC: __atomic_ and the older __sync_.
//@ verdict: TRUE
#include <assert.h>
#include <stdbool.h>

static int x = 1;
static long words[3];
static long *p = words;
static bool set;

int main(void) {
  int y = 4, old;
  assert(__atomic_load_n(&x, __ATOMIC_ACQUIRE) == 1);
  __atomic_store_n(&x, 2, __ATOMIC_RELEASE);
  __atomic_load(&x, &old, __ATOMIC_SEQ_CST);
  assert(old == 2);
  __atomic_store(&x, &y, __ATOMIC_SEQ_CST);
  assert(__atomic_exchange_n(&x, 5, __ATOMIC_ACQ_REL) == 4);
  __atomic_exchange(&x, &y, &old, __ATOMIC_SEQ_CST);
  assert(old == 5 && x == 4);
  old = 0;
  assert(!__atomic_compare_exchange_n(&x, &old, 9, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) && old == 4);
  y = 6;
  assert(__atomic_compare_exchange(&x, &old, &y, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) && x == 6);
  assert(__atomic_fetch_add(&x, 1, __ATOMIC_RELAXED) == 6 && __atomic_add_fetch(&x, 1, __ATOMIC_RELAXED) == 8);
  assert(__atomic_fetch_sub(&x, 1, 0) == 8 && __atomic_sub_fetch(&x, 1, 0) == 6);
  assert(__atomic_fetch_or(&x, 1, 0) == 6 && __atomic_or_fetch(&x, 8, 0) == 15 && __atomic_and_fetch(&x, 12, 0) == 12);
  assert(__atomic_xor_fetch(&x, 5, 0) == 9 && __atomic_nand_fetch(&x, 1, 0) == -2 && __atomic_fetch_nand(&x, 0, 0) == -2);
  assert(x == -1 && !__atomic_test_and_set(&set, __ATOMIC_ACQUIRE) && set);
  __atomic_clear(&set, __ATOMIC_RELEASE);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  assert(!set && __atomic_always_lock_free(4, 0));
  // Here pointers move by bytes.
  assert(__atomic_add_fetch(&p, sizeof(long), 0) == words + 1);

  x = 3;
  assert(__sync_fetch_and_add(&x, 2) == 3 && __sync_add_and_fetch(&x, 1) == 6 && __sync_sub_and_fetch(&x, 2) == 4);
  assert(__sync_bool_compare_and_swap(&x, 4, 7) && !__sync_bool_compare_and_swap(&x, 4, 8));
  assert(__sync_val_compare_and_swap(&x, 7, 8) == 7 && __sync_val_compare_and_swap(&x, 7, 9) == 8);
  assert(__sync_lock_test_and_set(&x, 1) == 8 && x == 1);
  __sync_lock_release(&x);
  __sync_synchronize();
  assert(x == 0 && __sync_fetch_and_or(&x, 6) == 0 && __sync_and_and_fetch(&x, 3) == 2 && __sync_xor_and_fetch(&x, 1) == 3);
  assert(__sync_fetch_and_nand(&x, 1) == 3 && x == -2);
  return 0;
}
