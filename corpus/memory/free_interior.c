// The thread advances its pointer through the buffer and frees what it has then.
//@ verdict: FALSE(memory)
//@ line: 11
//@ says: byte 1 of `heap@17`
#include <pthread.h>
#include <stdlib.h>

void *skip_and_free(void *argument) {
  char *text = argument;
  while (*text == ' ') text++;
  free(text);
  return 0;
}

int main(void) {
  pthread_t thread;
  char *text = calloc(3, 1);
  text[0] = ' ';
  pthread_create(&thread, 0, skip_and_free, text);
  pthread_join(thread, 0);
  return 0;
}
