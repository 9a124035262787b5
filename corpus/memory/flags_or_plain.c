// The sibling of flags_or.c with `|=` on an ordinary byte: a bit is lost.
//@ verdict: FALSE(reach) without race
//@ line: 20
#include <assert.h>
#include <pthread.h>

volatile unsigned char raised;

void *raise_bit(void *argument) {
  raised |= 1 << (long)argument;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, raise_bit, (void *)0);
  pthread_create(&second, 0, raise_bit, (void *)1);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(raised == 3);
  return 0;
}
