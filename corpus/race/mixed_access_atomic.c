// mixed_access.c with two atomic accesses, however weak.
//@ verdict: TRUE
#include <pthread.h>

int x;

void *one(void *unused) {
  __atomic_store_n(&x, 1, __ATOMIC_RELAXED);
  return 0;
}

void *two(void *unused) {
  return (void *)(long)__atomic_load_n(&x, __ATOMIC_RELAXED);
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, two, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
