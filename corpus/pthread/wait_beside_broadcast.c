//@ verdict: FALSE(deadlock)
// A broadcast that may come before the wait, which then waits for ever. Where the waiting thread goes round its loop, an atomic section
// has written a place in one round only.
#include <pthread.h>

struct record {
  int first, second;
};
struct record pair;
int flag;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *announce(void *arg) {
  pthread_cond_broadcast(&changed);
  return 0;
}

int main(void) {
  pthread_t announcer;
  pthread_create(&announcer, 0, announce, 0);
  pthread_mutex_lock(&mutex);
  while (!(flag && pair.second))
    pthread_cond_wait(&changed, &mutex);
  return 0;
}
