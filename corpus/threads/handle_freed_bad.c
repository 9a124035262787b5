// The memory for the handle was freed before.
//@ verdict: FALSE(memory)
//@ line: 14
//@ says: use after free
#include <pthread.h>
#include <stdlib.h>

static void *work(void *unused) { return unused; }

int main(void) {
  pthread_t *handle = malloc(sizeof *handle);
  if (!handle) return 0;
  free(handle);
  pthread_create(handle, 0, work, 0);
  return 0;
}
