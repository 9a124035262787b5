// Each thread raises its bit by fetch_or and learns whether it was the last: exactly one is.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uchar raised;
atomic_int last;

void *raise_bit(void *argument) {
  unsigned char bit = (unsigned char)(1 << (long)argument);
  unsigned char before = atomic_fetch_or(&raised, bit);
  assert(!(before & bit));
  if ((before | bit) == 7) last++;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, raise_bit, (void *)0);
  pthread_create(&second, 0, raise_bit, (void *)1);
  raise_bit((void *)2);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(raised == 7 && last == 1);
  unsigned char old = atomic_fetch_and(&raised, (unsigned char)~1u);
  assert(old == 7 && raised == 6);
  atomic_fetch_xor(&raised, 3);
  assert(raised == 5);
  return 0;
}
