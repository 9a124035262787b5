// Opposite orders again, but the second lock is only tried, and the first given back if that fails: no deadlock.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int both;

static void *take(pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock(first);
  if (!pthread_mutex_trylock(second)) {
    both++;
    pthread_mutex_unlock(second);
  }
  pthread_mutex_unlock(first);
  return 0;
}

void *a_then_b(void *unused) { return take(&a, &b); }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, a_then_b, 0);
  take(&b, &a);
  pthread_join(thread, 0);
  assert(both <= 2);
  return 0;
}
