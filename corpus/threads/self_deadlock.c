// A default mutex is not recursive: the inner lock waits for the outer one, for ever.
//@ verdict: FALSE(deadlock)
//@ line: 12
//@ says: waits for mutex `lock`, which it holds itself
//@ says: locks lock
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int depth;

static void nested(int levels) {
  pthread_mutex_lock(&lock);
  depth++;
  if (levels > 0) nested(levels - 1);
  pthread_mutex_unlock(&lock);
}

int main(void) {
  nested(0);
  nested(1);
  return 0;
}
