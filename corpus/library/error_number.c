// Each thread has its own errno.
//@ verdict: TRUE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *worker(void *argument) {
  errno = (int)(long)argument;
  assert(errno == (int)(long)argument);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, worker, (void *)1);
  pthread_create(&two, 0, worker, (void *)2);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(errno == 0 && strerror(2) != 0);
  return 0;
}
