// One store, N threads that load: each load is before or behind the store, 2^N.
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *writer(void *unused) {
  atomic_store(&x, 1);
  return 0;
}

void *reader(void *unused) {
  int value = atomic_load(&x);
  return (void *)(long)value;
}

int main(void) {
  pthread_t threads[N + 1];
  pthread_create(&threads[N], 0, writer, 0);
  for (int i = 0; i < N; i++) pthread_create(&threads[i], 0, reader, 0);
  for (int i = 0; i <= N; i++) pthread_join(threads[i], 0);
  return 0;
}
