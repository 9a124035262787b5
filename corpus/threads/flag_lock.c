// A spin lock from atomic_flag, remembered states.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_flag busy = ATOMIC_FLAG_INIT;
int counter;

void *increment(void *unused) {
  while (atomic_flag_test_and_set(&busy)) {
  }
  counter++;
  atomic_flag_clear(&busy);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, increment, 0);
  increment(0);
  pthread_join(thread, 0);
  assert(counter == 2);
  return 0;
}
