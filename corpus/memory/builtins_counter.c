// The same with GCC's builtins on plain objects: __atomic_fetch_add, __sync_fetch_and_add, __sync_bool_compare_and_swap.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct counters {
  long made;
  int *first;
};

void *work(void *argument) {
  struct counters *it = argument;
  __atomic_fetch_add(&it->made, 1, __ATOMIC_SEQ_CST);
  __sync_fetch_and_add(&it->made, 1);
  int *mine = malloc(sizeof *mine);
  if (!__sync_bool_compare_and_swap(&it->first, 0, mine)) free(mine);
  return 0;
}

int main(void) {
  pthread_t thread;
  struct counters it = {0, 0};
  pthread_create(&thread, 0, work, &it);
  work(&it);
  pthread_join(thread, 0);
  assert(__atomic_load_n(&it.made, __ATOMIC_SEQ_CST) == 4);
  assert(it.first != 0);
  free(it.first);
  return 0;
}
