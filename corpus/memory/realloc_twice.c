// Two threads grow the same buffer without a lock: the second realloc gets a pointer that is gone.
//@ verdict: FALSE(memory) without race
//@ line: 10
#include <pthread.h>
#include <stdlib.h>

char *volatile buffer;

void *grow(void *unused) {
  buffer = realloc(buffer, 8);
  return 0;
}

int main(void) {
  pthread_t thread;
  buffer = malloc(4);
  pthread_create(&thread, 0, grow, 0);
  grow(0);
  pthread_join(thread, 0);
  return 0;
}
