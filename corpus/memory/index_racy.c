// Two threads check that there is room and then count up: the second one writes behind the array.
//@ verdict: FALSE(memory)
//@ line: 15
//@ says: out of bounds
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

char *items;
atomic_int length;

void *append(void *unused) {
  if (length < 1) {
    int at = length++;
    items[at] = 'x';
  }
  return 0;
}

int main(void) {
  pthread_t first, second;
  items = malloc(1);
  pthread_create(&first, 0, append, 0);
  pthread_create(&second, 0, append, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  free(items);
  return 0;
}
