//@ verdict: FALSE(memory)
//@ line: 15
//@ says: out of bounds
// Both threads see that a slot is left and both take one; the second one is behind the end of the array.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int slots[2];
static atomic_int used = 1;

static void *store(void *arg) {
  if (atomic_load(&used) < 2) {
    int mine = atomic_fetch_add(&used, 1);
    slots[mine] = 1;
  }
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
