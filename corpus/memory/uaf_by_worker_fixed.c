// The sibling of uaf_by_worker.c: main reads before it gives the message away.
//@ verdict: TRUE
#include <pthread.h>
#include <stdlib.h>

void *consume(void *argument) {
  free(argument);
  return 0;
}

int main(void) {
  pthread_t thread;
  int *message = malloc(sizeof *message);
  *message = 1;
  int sent = *message;
  pthread_create(&thread, 0, consume, message);
  pthread_join(thread, 0);
  return sent - 1;
}
