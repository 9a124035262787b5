// The sibling of realloc_stale.c: the pointer is read again under the lock under which the array grows.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *array;
int length;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *append(void *argument) {
  pthread_mutex_lock(&lock);
  array = realloc(array, (length + 1) * sizeof(int));
  array[length] = (int)(long)argument;
  length++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, append, (void *)1);
  pthread_create(&second, 0, append, (void *)2);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(length == 2);
  assert(array[0] + array[1] == 3);
  free(array);
  return 0;
}
