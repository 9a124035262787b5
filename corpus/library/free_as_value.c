// Functions of the library may be handed on: as destructors, as handlers.
//@ verdict: FALSE(memory)
//@ says: double free
#include <stdlib.h>
#include <string.h>

static void twice(void (*release)(void *), void *what) {
  release(what);
  release(what);
}

int main(void) {
  unsigned long (*measure)(const char *) = strlen;
  twice(free, malloc(measure("four")));
  return 0;
}
