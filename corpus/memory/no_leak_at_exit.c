// exit ends the program in the middle: what is then still in use by somebody has not leaked.
//@ verdict: TRUE
#include <pthread.h>
#include <stdlib.h>

void *work(void *unused) {
  volatile int *mine = malloc(sizeof *mine);
  *mine = 1;
  *mine = 2;
  free((void *)mine);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  exit(0);
}
