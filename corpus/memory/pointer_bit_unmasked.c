// The sibling of pointer_bit.c that follows the pointer without masking the bit which the other thread may have set.
//@ verdict: FALSE(memory)
//@ line: 21
//@ says: misaligned
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

long cell[2];
atomic_uintptr_t packed = (uintptr_t)cell;

void *mark(void *unused) {
  atomic_fetch_or(&packed, (uintptr_t)1);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, mark, 0);
  int *it = (int *)packed;
  int value = *it;
  pthread_join(thread, 0);
  return value;
}
