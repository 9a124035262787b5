// main ends by pthread_exit and the last thread by return: what was forgotten on the way is a leak then, too.
//@ verdict: FALSE(memory)
//@ line: 12
//@ says: leak
#include <pthread.h>
#include <stdlib.h>

void *work(void *unused) { return 0; }

int main(void) {
  pthread_t thread;
  int *forgotten = malloc(sizeof *forgotten);
  *forgotten = 1;
  pthread_create(&thread, 0, work, 0);
  pthread_exit(0);
}
