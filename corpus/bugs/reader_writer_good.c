//@ verdict: TRUE
// One word holds the number of readers, or -1 for the writer, and is changed by compare-exchange only.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int state;
static atomic_int width = 2, height = 2;

static void *reader(void *arg) {
  int seen = atomic_load(&state);
  while (seen < 0 || !atomic_compare_exchange_strong(&state, &seen, seen + 1)) seen = atomic_load(&state);
  int w = atomic_load(&width), h = atomic_load(&height);
  assert(w == h);
  atomic_fetch_sub(&state, 1);
  return arg;
}

static void *writer(void *arg) {
  int none = 0;
  while (!atomic_compare_exchange_strong(&state, &none, -1)) none = 0;
  atomic_store(&width, 3);
  atomic_store(&height, 3);
  atomic_store(&state, 0);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, reader, 0);
  pthread_create(&second, 0, writer, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
