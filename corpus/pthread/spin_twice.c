//@ verdict: FALSE(deadlock)
//@ line: 10
//@ says: which it holds itself
// Who holds it does not get it again.
#include <pthread.h>
static pthread_spinlock_t lock;
int main(void) {
  pthread_spin_init(&lock, 0);
  pthread_spin_lock(&lock);
  pthread_spin_lock(&lock);
  return 0;
}
