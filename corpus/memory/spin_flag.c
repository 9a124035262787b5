// A spinlock from atomic_flag around a heap counter.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_flag busy = ATOMIC_FLAG_INIT;
int *counter;

void *increment(void *unused) {
  while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) {
  }
  *counter = *counter + 1;
  atomic_flag_clear_explicit(&busy, memory_order_release);
  return 0;
}

int main(void) {
  pthread_t first, second;
  counter = calloc(1, sizeof *counter);
  pthread_create(&first, 0, increment, 0);
  pthread_create(&second, 0, increment, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(*counter == 2);
  free(counter);
  return 0;
}
