//@ verdict: FALSE(reach,memory,race)
// What is freed is a global, or by then what main has allocated. To free a global is a mistake and touches nothing, so it races with
// nobody; to free the other one does.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int object;
_Atomic(int *) pointer = &object;

void *end(void *arg) {
  free(pointer);
  return 0;
}

void *look(void *arg) {
  pthread_t ender;
  pthread_create(&ender, 0, end, 0);
  int *found = pointer;
  assert(*found);
  return 0;
}

int main(void) {
  pthread_t looker;
  pthread_create(&looker, 0, look, 0);
  pointer = malloc(sizeof(int));
  return 0;
}
