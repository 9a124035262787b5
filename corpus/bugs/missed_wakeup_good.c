//@ verdict: TRUE
// The waiter announces itself in the same critical section in which it finds the work not done.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;
static atomic_int waiting, wakeup;

static void *waiter(void *arg) {
  pthread_mutex_lock(&lock);
  int must_wait = !done;
  if (must_wait) atomic_store(&waiting, 1);
  pthread_mutex_unlock(&lock);
  if (must_wait) {
    while (!atomic_load(&wakeup)) ;
  }
  return arg;
}

static void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  done = 1;
  pthread_mutex_unlock(&lock);
  if (atomic_load(&waiting)) atomic_store(&wakeup, 1);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, waiter, NULL);
  pthread_create(&t2, NULL, worker, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
