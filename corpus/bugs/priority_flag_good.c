//@ verdict: TRUE
// The low thread gives way as long as the high one wants in, and the high one takes its wish back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int high_wants;
static int work;

static void *high(void *arg) {
  atomic_store(&high_wants, 1);
  pthread_mutex_lock(&lock);
  work++;
  pthread_mutex_unlock(&lock);
  atomic_store(&high_wants, 0);
  return arg;
}

static void *low(void *arg) {
  while (atomic_load(&high_wants)) ;
  pthread_mutex_lock(&lock);
  work++;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, high, NULL);
  pthread_create(&threads[1], NULL, low, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(work == 2);
  return 0;
}
