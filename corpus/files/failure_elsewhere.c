// The assertion that fails is in the other file, and is shown there.
//@ verdict: FALSE(reach)
//@ files: parts/checks.c
//@ says: parts/checks.c
//@ line: 7
#include <pthread.h>

void check(int value);
int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  shared++;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(&lock);
  int seen = shared;
  pthread_mutex_unlock(&lock);
  check(seen);
  pthread_join(thread, 0);
  return 0;
}
