//@ verdict: TRUE
//@ says: scope: all executions
// A spin lock is a lock.
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int count;

static void *worker(void *unused) {
  pthread_spin_lock(&lock);
  count++;
  pthread_spin_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(count == 2);
  pthread_spin_destroy(&lock);
  return 0;
}
