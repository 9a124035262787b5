//@ verdict: FALSE(reach,race)
// Two readers that write: the lock lets both in.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock;
static int count;

static void *adder(void *unused) {
  pthread_rwlock_rdlock(&lock);
  count = count + 1;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_rwlock_init(&lock, 0);
  pthread_create(&one, 0, adder, 0);
  pthread_create(&two, 0, adder, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(count == 2);
  return 0;
}
