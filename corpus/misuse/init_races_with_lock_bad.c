//@ verdict: FALSE(race)
//@ options: --property race
//@ says: initialisation of `lock`
// The mutex is initialised while the worker may lock it.
#include <pthread.h>

static pthread_mutex_t lock;
static int count;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_init(&lock, 0);
  pthread_join(thread, 0);
  return 0;
}
