// The sibling of swap_exchange.c that loads the old pointer and stores the new one: both free the same old object.
//@ verdict: FALSE(memory)
//@ line: 15
//@ says: double free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

char *_Atomic place;

void *put(void *unused) {
  char *new = malloc(1);
  char *old = place;
  place = new;
  free(old);
  return 0;
}

int main(void) {
  pthread_t first, second;
  place = malloc(1);
  pthread_create(&first, 0, put, 0);
  pthread_create(&second, 0, put, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  char *last = place;
  place = 0;
  free(last);
  return 0;
}
