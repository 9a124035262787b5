//@ verdict: FALSE(race)
//@ options: --property race
// A flag says that the mutex is initialised, but does not release it.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock;
static atomic_int is_ready;

static void *worker(void *unused) {
  if (atomic_load_explicit(&is_ready, memory_order_acquire)) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_init(&lock, 0);
  atomic_store_explicit(&is_ready, 1, memory_order_relaxed);
  pthread_join(thread, 0);
  return 0;
}
