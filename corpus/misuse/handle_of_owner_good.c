//@ verdict: TRUE or open
//@ says: scope: all executions
// Who holds a lock is known by its handle. A thread that was joined holds nothing, so only handles of threads that are there are compared.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t owner;
static int owned, depth;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  owner = pthread_self();
  owned = 1;
  if (owned && pthread_equal(owner, pthread_self())) depth++;
  owned = 0;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    assert(!pthread_equal(thread, pthread_self()));
    pthread_join(thread, 0);
  }
  assert(depth == 2);
  return 0;
}
