// A lock from __sync_lock_test_and_set, one from __atomic_test_and_set, and a value that passes both.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

int outer;
char inner;
int value;

void *work(void *unused) {
  while (__sync_lock_test_and_set(&outer, 1)) {
  }
  while (__atomic_test_and_set(&inner, __ATOMIC_ACQUIRE)) {
  }
  int seen = value;
  value = seen + 1;
  __atomic_clear(&inner, __ATOMIC_RELEASE);
  __sync_lock_release(&outer);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  assert(value == 2);
  return 0;
}
