//@ verdict: FALSE(reach)
//@ line: 17
// Peterson's lock, but the turn is given away before the own flag is raised: both can get in.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag[2], turn, inside;

static void *process(void *arg) {
  int me = *(int *)arg, other = 1 - me;
  atomic_store(&turn, other);
  atomic_store(&flag[me], 1);
  while (atomic_load(&flag[other]) && atomic_load(&turn) == other) ;
  int others = atomic_fetch_add(&inside, 1);
  assert(others == 0);
  atomic_fetch_sub(&inside, 1);
  atomic_store(&flag[me], 0);
  return NULL;
}

int main(void) {
  int zero = 0, one = 1;
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, process, &zero);
  pthread_create(&threads[1], NULL, process, &one);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
