// The sibling of string_literal_written.c: an array initialised from a literal is writable, and long enough for its end.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <string.h>

char name[] = "raddle";

void *capitalise(void *unused) {
  name[0] = 'R';
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, capitalise, 0);
  assert(name[6] == 0 && sizeof name == 7);
  pthread_join(thread, 0);
  assert(name[0] == 'R' && strlen(name) == 6);
  return 0;
}
