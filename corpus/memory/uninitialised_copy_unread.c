// The sibling of uninitialised_copy.c that reads only the member that was written.
//@ verdict: TRUE
//@ options: --uninitialised
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct record {
  char kind;
  int value;
};

void *read_kind(void *argument) {
  struct record *it = argument;
  struct record copy = *it;
  struct record *pointer = &copy;
  assert(pointer->kind == 'k');
  return 0;
}

int main(void) {
  pthread_t thread;
  struct record *it = malloc(sizeof *it);
  it->kind = 'k';
  pthread_create(&thread, 0, read_kind, it);
  pthread_join(thread, 0);
  free(it);
  return 0;
}
