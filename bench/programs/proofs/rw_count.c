// A readers-writer lock: -1 for a writer or the number of readers; two readers, forever.
// Readers find both words equal.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int state;
int low, high;

static void *reader(void *arg) {
  while (1) {
    int seen = state;
    if (seen < 0) continue;
    if (!atomic_compare_exchange_strong(&state, &seen, seen + 1)) continue;
    assert(low == high);
    atomic_fetch_sub(&state, 1);
  }
  return arg;
}

static void *writer(void *arg) {
  while (1) {
    int none = 0;
    if (!atomic_compare_exchange_strong(&state, &none, -1)) continue;
    low = 1 - low;
    high = 1 - high;
    atomic_store(&state, 0);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2, t3;
  pthread_create(&t1, 0, reader, 0);
  pthread_create(&t2, 0, reader, 0);
  pthread_create(&t3, 0, writer, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  pthread_join(t3, 0);
  return 0;
}
