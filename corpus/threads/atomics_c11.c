// Every generic function of <stdatomic.h>, one after the other.
//@ verdict: TRUE
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

enum color { RED, GREEN, BLUE };

atomic_int number = ATOMIC_VAR_INIT(3);
atomic_uchar small = 250;
atomic_bool truth;
_Atomic(enum color) color;
_Atomic(int *) pointer;
atomic_flag flag = ATOMIC_FLAG_INIT;
int elements[4];
int *_Atomic other = elements;

int main(void) {
  atomic_init(&truth, true);
  assert(atomic_load(&truth) && atomic_load_explicit(&number, memory_order_acquire) == 3);
  atomic_store(&number, 5);
  atomic_store_explicit(&number, 6, memory_order_release);
  assert(atomic_exchange(&number, 7) == 6 && atomic_exchange_explicit(&number, 8, memory_order_acq_rel) == 7);
  assert(atomic_fetch_add(&number, 2) == 8 && atomic_fetch_sub(&number, 1) == 10 && number == 9);
  assert(atomic_fetch_or(&number, 6) == 9 && atomic_fetch_xor(&number, 1) == 15 && atomic_fetch_and(&number, 6) == 14);
  assert(atomic_fetch_add_explicit(&small, 10, memory_order_relaxed) == 250 && small == 4);
  int expected = 1;
  assert(!atomic_compare_exchange_strong(&number, &expected, 2) && expected == 6);
  assert(atomic_compare_exchange_strong(&number, &expected, 2) && number == 2 && expected == 6);
  expected = 2;
  while (!atomic_compare_exchange_weak_explicit(&number, &expected, 3, memory_order_acq_rel, memory_order_relaxed)) {
  }
  assert(number == 3);
  color = BLUE;
  assert(atomic_exchange(&color, GREEN) == BLUE && color == GREEN);
  pointer = elements;
  assert(atomic_fetch_add(&pointer, 2) == elements && pointer == elements + 2);
  pointer++;
  pointer -= 2;
  assert(pointer == elements + 1 && atomic_fetch_sub(&other, 0) == elements);
  int *wanted = elements + 1;
  assert(atomic_compare_exchange_strong(&pointer, &wanted, elements) && pointer == elements);
  assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set_explicit(&flag, memory_order_acquire));
  atomic_flag_clear(&flag);
  assert(!atomic_flag_test_and_set(&flag));
  atomic_flag_clear_explicit(&flag, memory_order_release);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_signal_fence(memory_order_acquire);
  assert(atomic_is_lock_free(&number) && ATOMIC_INT_LOCK_FREE == 2 && ATOMIC_POINTER_LOCK_FREE == 2);
  number *= 5;
  number <<= 1;
  truth = 7;
  assert(number == 30 && kill_dependency(number) == 30 && truth == 1);
  return 0;
}
