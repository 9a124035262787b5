//@ verdict: FALSE(deadlock)
//@ line: 9
//@ says: main waits for mutex `lock`, which it holds itself
// A mutex of the default kind is not to be locked again by its holder.
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  return 0;
}
