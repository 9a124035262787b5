// realloc of nothing allocates, free of nothing does nothing, and the contents move along.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *collect(void *argument) {
  long count = (long)argument;
  int *all = 0;
  for (long i = 0; i < count; i++) {
    all = realloc(all, (i + 1) * sizeof *all);
    all[i] = (int)i;
  }
  int sum = 0;
  for (long i = 0; i < count; i++) sum += all[i];
  assert(sum == count * (count - 1) / 2);
  free(all);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, collect, (void *)3);
  collect((void *)0);
  pthread_join(thread, 0);
  return 0;
}
