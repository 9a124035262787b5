// The sibling of uninitialised_local.c that waits first.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

void *fill(void *argument) {
  *(int *)argument = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  int result;
  pthread_create(&thread, 0, fill, &result);
  pthread_join(thread, 0);
  assert(result == 1);
  return 0;
}
