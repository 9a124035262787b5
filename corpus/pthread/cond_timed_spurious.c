//@ verdict: FALSE(reach)
// A timed wait may end for no reason, too.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
int main(void) {
  struct timespec until = {0, 0};
  pthread_mutex_lock(&lock);
  if (pthread_cond_timedwait(&changed, &lock, &until) == 0) assert(ready);
  pthread_mutex_unlock(&lock);
  return 0;
}
