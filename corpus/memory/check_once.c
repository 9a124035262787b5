// Lazy creation that checks again under the lock: one table is made, and main frees it.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *_Atomic table;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int *get(void) {
  int *it = atomic_load_explicit(&table, memory_order_acquire);
  if (!it) {
    pthread_mutex_lock(&lock);
    it = atomic_load_explicit(&table, memory_order_relaxed);
    if (!it) {
      it = malloc(2 * sizeof *it);
      it[0] = 3;
      it[1] = 4;
      atomic_store_explicit(&table, it, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
  }
  return it;
}

void *use(void *unused) {
  int *it = get();
  assert(it[0] + it[1] == 7);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  use(0);
  pthread_join(thread, 0);
  free(table);
  return 0;
}
