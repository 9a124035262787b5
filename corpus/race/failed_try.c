//@ verdict: FALSE(race)
// Who does not get the lock learns nothing of what its holder did before.
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data;
static void *writer(void *unused) {
  data = 1;
  pthread_rwlock_wrlock(&lock);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  if (pthread_rwlock_tryrdlock(&lock)) {
    data = 2;
  } else {
    pthread_rwlock_unlock(&lock);
  }
  pthread_join(thread, 0);
  return 0;
}
