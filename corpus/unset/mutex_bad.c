// A local mutex is locked that was never initialised.
//@ verdict: FALSE(memory)
//@ line: 9
//@ says: uninitialised
#include <pthread.h>

int main(void) {
  pthread_mutex_t mutex;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}
