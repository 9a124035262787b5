// The detached thread owns its argument and frees it; that main may return before that is no leak.
//@ verdict: TRUE
#include <pthread.h>
#include <stdlib.h>

void *use(void *argument) {
  int *it = argument;
  *it += 1;
  free(it);
  return 0;
}

int main(void) {
  pthread_t thread;
  int *it = malloc(sizeof *it);
  *it = 0;
  pthread_create(&thread, 0, use, it);
  pthread_detach(thread);
  return 0;
}
