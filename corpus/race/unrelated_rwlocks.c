//@ verdict: FALSE(race)
// Two locks have nothing to do with each other, whatever happens inside of them.
#include <pthread.h>
#include <stdatomic.h>
static pthread_rwlock_t one = PTHREAD_RWLOCK_INITIALIZER, two = PTHREAD_RWLOCK_INITIALIZER;
static int data;
static atomic_int flag;
static void *writer(void *unused) {
  pthread_rwlock_wrlock(&one);
  data = 1;
  pthread_rwlock_unlock(&one);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  if (atomic_load_explicit(&flag, memory_order_relaxed)) {
    pthread_rwlock_rdlock(&two);
    pthread_rwlock_unlock(&two);
    data = 2;
  }
  pthread_join(thread, 0);
  return 0;
}
