// The sibling of index_racy.c: claim an index first, check it afterwards.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

char *items;
atomic_int length;

void *append(void *unused) {
  int at = length++;
  if (at < 1) items[at] = 'x';
  return 0;
}

int main(void) {
  pthread_t first, second;
  items = malloc(1);
  pthread_create(&first, 0, append, 0);
  pthread_create(&second, 0, append, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(items[0] == 'x');
  free(items);
  return 0;
}
