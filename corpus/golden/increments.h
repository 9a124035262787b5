// N threads, one atomic increment each: every order is a class of its own, N!, and each increment reads what it
// finds.
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

void *increment(void *unused) {
  atomic_fetch_add(&counter, 1);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], 0, increment, 0);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  return 0;
}
