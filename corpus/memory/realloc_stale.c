// One thread keeps a pointer into an array that the other grows: after realloc the old array is gone.
//@ verdict: FALSE(memory) without race
//@ line: 13
//@ says: use after free
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *volatile array;

void *read_first(void *unused) {
  int *first = &array[0];
  int value = *first;
  assert(value == 1);
  return 0;
}

int main(void) {
  pthread_t thread;
  array = malloc(sizeof(int));
  array[0] = 1;
  pthread_create(&thread, 0, read_first, 0);
  array = realloc(array, 2 * sizeof(int));
  pthread_join(thread, 0);
  free(array);
  return 0;
}
