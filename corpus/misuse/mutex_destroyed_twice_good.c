//@ verdict: TRUE
// The one that comes last cleans up.
#include <pthread.h>
#include <stdatomic.h>

static pthread_spinlock_t lock;
static atomic_int users = 2;

static void *user(void *unused) {
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
  if (atomic_fetch_sub(&users, 1) == 1)
  pthread_spin_destroy(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_spin_init(&lock, 0);
  pthread_create(&one, 0, user, 0);
  pthread_join(one, 0);
  pthread_create(&two, 0, user, 0);
  pthread_join(two, 0);
  return 0;
}
