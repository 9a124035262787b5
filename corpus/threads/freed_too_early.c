// main frees the object without waiting for the thread that still uses it. The trace names the object and shows who
// freed it.
//@ verdict: FALSE(memory,race)
//@ line: 13
//@ says: use after free
//@ says: heap@18
//@ says: frees
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
