// A struct with an unset member is copied, and the member handed back by the thread.
//@ verdict: FALSE(memory)
//@ line: 17
//@ says: uninitialised
#include <pthread.h>
#include <stdlib.h>

struct record {
  char kind;
  int value;
};

void *read_value(void *argument) {
  struct record *it = argument;
  struct record copy = *it;
  struct record *pointer = &copy;
  if (pointer->kind == 'k') return (void *)(long)pointer->value;
  return 0;
}

int main(void) {
  pthread_t thread;
  struct record *it = malloc(sizeof *it);
  it->kind = 'k';
  pthread_create(&thread, 0, read_value, it);
  pthread_join(thread, 0);
  free(it);
  return 0;
}
