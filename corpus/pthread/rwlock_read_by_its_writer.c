// The read lock is refused, since the thread has the write lock: what looks like the end of the read lock gives the write lock away.
//@ verdict: FALSE(reach,race)
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int total;

static int look(void) {
  pthread_rwlock_rdlock(&lock);
  int seen = total;
  pthread_rwlock_unlock(&lock);
  return seen;
}

static void *add(void *unused) {
  pthread_rwlock_wrlock(&lock);
  int seen = look();
  total = seen + 1;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, add, 0);
  pthread_create(&two, 0, add, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(total == 2);
  return 0;
}
