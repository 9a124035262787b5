// A worker frees the message when it has read it, main still looks at it afterwards.
//@ verdict: FALSE(memory) without race
//@ line: 18
//@ says: use after free
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
  pthread_create(&thread, 0, consume, message);
  int sent = *message;
  pthread_join(thread, 0);
  return sent - 1;
}
