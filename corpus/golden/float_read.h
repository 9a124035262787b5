// N threads store one of the values 1 to N each, one thread loads: (N + 1)! orders. For observers: the load reads the
// initial value, or the store of one of N threads, and each other store is before or behind that one: 1 + N 2^(N -
// 1).
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *writer(void *argument) {
  atomic_store(&x, (int)(long)argument);
  return 0;
}

void *reader(void *unused) {
  int value = atomic_load(&x);
  return (void *)(long)value;
}

int main(void) {
  pthread_t threads[N + 1];
  for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, writer, (void *)(i + 1));
  pthread_create(&threads[N], 0, reader, 0);
  for (int i = 0; i <= N; i++) pthread_join(threads[i], 0);
  return 0;
}
