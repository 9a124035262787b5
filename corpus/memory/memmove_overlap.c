// memmove shifts a queue in place under a lock; overlapping parts are fine.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <string.h>

char queue[3] = {1, 2, 3};
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *take(void *unused) {
  pthread_mutex_lock(&lock);
  char first = queue[0];
  memmove(queue, queue + 1, 2);
  queue[2] = 0;
  pthread_mutex_unlock(&lock);
  return (void *)(long)first;
}

int main(void) {
  pthread_t thread;
  void *theirs;
  pthread_create(&thread, 0, take, 0);
  long mine = (long)take(0);
  pthread_join(thread, &theirs);
  assert(mine + (long)theirs == 3);
  assert(queue[0] == 3 && queue[1] == 0);
  return 0;
}
