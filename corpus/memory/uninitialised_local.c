// main reads the variable that the thread fills before the thread has done so.
//@ verdict: FALSE(memory,race)
//@ line: 18
//@ says: uninitialised
#include <pthread.h>

void *fill(void *argument) {
  *(int *)argument = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  int result;
  pthread_create(&thread, 0, fill, &result);
  int early = result;
  pthread_join(thread, 0);
  return early;
}
