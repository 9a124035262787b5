// An atomic and a plain access to the same bytes.
//@ verdict: FALSE(race)
//@ says:  atomic write of 4 bytes of `x`
//@ says: non-atomic read of 4 bytes of `x`
#include <pthread.h>

int x;

void *one(void *unused) {
  __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
  return 0;
}

void *two(void *unused) {
  return (void *)(long)x;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, two, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
