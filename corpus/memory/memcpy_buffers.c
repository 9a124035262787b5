// Two threads copy their part of a message into a shared heap buffer and meet nowhere.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

char *buffer;

void *copy_end(void *unused) {
  memcpy(buffer + 2, "cd", 3);
  return 0;
}

int main(void) {
  pthread_t thread;
  buffer = malloc(5);
  memset(buffer, 'x', 5);
  pthread_create(&thread, 0, copy_end, 0);
  memcpy(buffer, "ab", 2);
  pthread_join(thread, 0);
  assert(strcmp(buffer, "abcd") == 0);
  free(buffer);
  return 0;
}
