// Operators and functions on an atomic integer of 128 bits.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef unsigned __int128 wide;
static _Atomic wide sum = (wide)-1 >> 64;
static wide plain;

static void *add(void *unused) {
  (void)unused;
  sum += 1;
  __atomic_fetch_add(&plain, (wide)1 << 64, __ATOMIC_RELAXED);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, add, 0);
  add(0);
  pthread_join(other, 0);
  assert(sum == ((wide)1 << 64) + 1);
  assert(plain == (wide)2 << 64);
  wide expected = 5;
  assert(!__atomic_compare_exchange_n(&plain, &expected, 0, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  assert(expected == (wide)2 << 64);
  assert(__sync_bool_compare_and_swap(&plain, (wide)2 << 64, (wide)3));
  assert(__sync_val_compare_and_swap_16(&plain, (wide)3, (wide)4) == 3);
  assert(__sync_fetch_and_or(&plain, (wide)1 << 100) == 4 && plain == ((wide)1 << 100 | 4));
  assert(__atomic_exchange_16(&plain, (wide)9, __ATOMIC_ACQ_REL) >> 100 == 1);
  assert(__atomic_load_16(&plain, __ATOMIC_ACQUIRE) == 9 && __sync_sub_and_fetch(&plain, (wide)10) == (wide)-1);
  sum--;
  assert(sum == (wide)1 << 64 && atomic_exchange(&sum, 0) >> 64 == 1 && ++sum == 1);
  return 0;
}
