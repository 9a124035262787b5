// The reader may see the pointer before the member is written: with malloc that is an uninitialised read.
//@ verdict: FALSE(memory) without race
//@ line: 16
//@ says: uninitialised
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
  int size;
};
struct config *_Atomic shared;

void *reader(void *unused) {
  struct config *it = shared;
  if (it) return (void *)(long)it->size;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  struct config *it = malloc(sizeof *it);
  shared = it;
  it->size = 4;
  pthread_join(thread, 0);
  free(it);
  return 0;
}
