// The sibling of upgrade.c that counts up first and looks afterwards: one thread raises the count from zero, the other
// takes the object for alive.
//@ verdict: FALSE(memory)
//@ line: 16
//@ says: double free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct control {
  atomic_int strong;
  int *object;
} control;

static void let_go(void) {
  if (atomic_fetch_sub(&control.strong, 1) == 1) free(control.object);
}

void *upgrade(void *unused) {
  atomic_fetch_add(&control.strong, 1);
  let_go();
  return 0;
}

int main(void) {
  pthread_t thread;
  control.object = malloc(sizeof(int));
  control.strong = 1;
  pthread_create(&thread, 0, upgrade, 0);
  let_go();
  pthread_join(thread, 0);
  return 0;
}
