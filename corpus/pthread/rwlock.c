//@ verdict: TRUE
//@ says: scope: all executions
// Readers see the two values together; a writer is alone.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;

static void *writer(void *unused) {
  pthread_rwlock_wrlock(&lock);
  a = 1;
  b = 1;
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&lock);
  assert(a == b);
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, 0, writer, 0);
  pthread_create(&two, 0, reader, 0);
  pthread_create(&three, 0, reader, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  pthread_join(three, 0);
  pthread_rwlock_destroy(&lock);
  return 0;
}
