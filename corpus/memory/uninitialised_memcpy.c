// memcpy may copy bytes that were never written; only the ones that were are read afterwards.
//@ verdict: TRUE
//@ options: --uninitialised
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

void *copy(void *argument) {
  char mine[4];
  memcpy(mine, argument, sizeof mine);
  assert(mine[0] == 'a');
  return 0;
}

int main(void) {
  pthread_t thread;
  char *buffer = malloc(4);
  buffer[0] = 'a';
  pthread_create(&thread, 0, copy, buffer);
  pthread_join(thread, 0);
  free(buffer);
  return 0;
}
