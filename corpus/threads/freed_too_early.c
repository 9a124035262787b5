// main frees the object without waiting for the thread that still uses it.
//@ verdict: FALSE(memory)
//@ line: 10
//@ says: use after free
#include <pthread.h>
#include <stdlib.h>

void *reader(void *argument) {
  int *value = argument;
  return (void *)(long)*value;
}

int main(void) {
  pthread_t thread;
  int *value = malloc(sizeof(int));
  *value = 7;
  pthread_create(&thread, 0, reader, value);
  free(value);
  pthread_join(thread, 0);
  return 0;
}
