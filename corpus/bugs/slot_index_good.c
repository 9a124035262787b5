//@ verdict: TRUE
// Each thread takes a number first, and uses it only if it is the number of a slot.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int slots[2];
static atomic_int used = 1;

static void *store(void *arg) {
  int mine = atomic_fetch_add(&used, 1);
  if (mine < 2) slots[mine] = 1;
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, store, NULL);
  pthread_create(&threads[1], NULL, store, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
