// Condition variables are not supported yet.
//@ verdict: UNKNOWN(input)
//@ error: C0413
//@ line: 15
//@ says: pthread_cond_wait
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;

int main(void) {
  pthread_mutex_lock(&lock);
  while (!ready)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return 0;
}
