// Two threads share a string literal; one of them writes to it.
//@ verdict: FALSE(memory)
//@ line: 10
//@ says: read-only
#include <pthread.h>

char *name = "raddle";

void *capitalise(void *unused) {
  name[0] = 'R';
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, capitalise, 0);
  char first = name[0];
  pthread_join(thread, 0);
  return first - 'r';
}
