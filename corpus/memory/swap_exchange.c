// Two threads put their object into a shared place and free what was there: with an exchange each object goes once.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *_Atomic place;

static int *make(int value) {
  int *it = malloc(sizeof *it);
  *it = value;
  return it;
}

void *put(void *argument) {
  int *old = atomic_exchange(&place, make((int)(long)argument));
  assert(*old >= 0 && *old <= 2);
  free(old);
  return 0;
}

int main(void) {
  pthread_t first, second;
  place = make(0);
  pthread_create(&first, 0, put, (void *)1);
  pthread_create(&second, 0, put, (void *)2);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(*place == 1 || *place == 2);
  free(place);
  return 0;
}
