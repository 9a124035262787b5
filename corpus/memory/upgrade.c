// A weak reference becomes a strong one only if the count is not zero yet, by compare-exchange.
//@ verdict: TRUE
#include <assert.h>
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
  int count = control.strong;
  while (count > 0 && !atomic_compare_exchange_weak(&control.strong, &count, count + 1)) {
  }
  if (count > 0) {
    assert(*control.object == 3);
    let_go();
  }
  return 0;
}

int main(void) {
  pthread_t first, second;
  control.object = malloc(sizeof(int));
  *control.object = 3;
  control.strong = 1;
  pthread_create(&first, 0, upgrade, 0);
  pthread_create(&second, 0, upgrade, 0);
  let_go();
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
