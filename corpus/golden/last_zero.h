// N threads, the j-th of which makes a[j] one more than a[j - 1], and one that looks for the last zero from the end.
// Abdulla, Aronis, Jonsson, Sagonas (JACM 2017) have it as lastzero. Each of the N - 1 pairs of neighbours has two
// orders. The reader may stop at a[N] or at a[0] whatever these are; if it stops at another a[k], then a[k] is
// written behind a[k + 1], and one order is fixed: 2 * 2^(N - 1) + (N - 1) * 2^(N - 2) = (N + 3) * 2^(N - 2).
#include <pthread.h>
#include <stdatomic.h>

atomic_int a[N + 1];

void *writer(void *argument) {
  long j = (long)argument;
  atomic_store(&a[j], atomic_load(&a[j - 1]) + 1);
  return 0;
}

void *reader(void *unused) {
  int i = N;
  while (atomic_load(&a[i]) != 0) i--;
  return (void *)(long)i;
}

int main(void) {
  pthread_t threads[N + 1];
  pthread_create(&threads[0], 0, reader, 0);
  for (long j = 1; j <= N; j++) pthread_create(&threads[j], 0, writer, (void *)j);
  for (int i = 0; i <= N; i++) pthread_join(threads[i], 0);
  return 0;
}
