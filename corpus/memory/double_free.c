// Two threads clean up the same buffer: both find it there, both free it.
//@ verdict: FALSE(memory) without race
//@ line: 13
//@ says: double free
#include <pthread.h>
#include <stdlib.h>

char *volatile buffer;

void *clean_up(void *unused) {
  char *mine = buffer;
  if (mine) {
    free(mine);
    buffer = 0;
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  buffer = malloc(4);
  pthread_create(&thread, 0, clean_up, 0);
  clean_up(0);
  pthread_join(thread, 0);
  return 0;
}
