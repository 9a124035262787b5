// One thread frees what another one writes to, and nothing orders them: a use after free and a data race.
//@ verdict: FALSE(memory,race)
#include <pthread.h>
#include <stdlib.h>
static int *shared;
static void *give_back(void *unused) {
  (void)unused;
  free(shared);
  return 0;
}
int main(void) {
  pthread_t thread;
  shared = malloc(sizeof *shared);
  pthread_create(&thread, 0, give_back, 0);
  *shared = 1;
  pthread_join(thread, 0);
  return 0;
}
