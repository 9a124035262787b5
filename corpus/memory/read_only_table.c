// A thread patches a constant table through a cast.
//@ verdict: FALSE(memory)
//@ line: 11
//@ says: read-only
#include <pthread.h>

static const int limits[2] = {1, 2};

void *patch(void *argument) {
  int *it = argument;
  it[1] = 3;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, patch, (void *)limits);
  pthread_join(thread, 0);
  return limits[0] - 1;
}
