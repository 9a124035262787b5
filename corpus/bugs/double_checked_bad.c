//@ verdict: FALSE(race)
// Double-checked locking with a plain flag: the first check reads it without the lock while the other thread sets it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready;
static int table;

static int lookup(void) {
  if (!ready) {
    pthread_mutex_lock(&lock);
    if (!ready) {
      table = 7;
      ready = 1;
    }
    pthread_mutex_unlock(&lock);
  }
  return table;
}

static void *user(void *arg) {
  assert(lookup() == 7);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, user, NULL);
  pthread_create(&threads[1], NULL, user, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
