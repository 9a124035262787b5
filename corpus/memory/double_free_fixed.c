// The sibling of double_free.c: who takes the pointer out by an exchange is the only one to free it.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

char *_Atomic buffer;

void *clean_up(void *unused) {
  char *mine = atomic_exchange(&buffer, 0);
  free(mine);
  return 0;
}

int main(void) {
  pthread_t thread;
  buffer = malloc(4);
  pthread_create(&thread, 0, clean_up, 0);
  clean_up(0);
  pthread_join(thread, 0);
  assert(!buffer);
  return 0;
}
