// aligned_alloc gives memory for a whole cache line; each thread has its own half.
//@ verdict: TRUE(bounded)
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

long *line;

void *work(void *argument) {
  line[4 * (long)argument] = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  line = aligned_alloc(64, 64);
  line[0] = line[4] = 0;
  assert((uintptr_t)line % 64 == 0);
  pthread_create(&thread, 0, work, (void *)1);
  work((void *)0);
  pthread_join(thread, 0);
  assert(line[0] + line[4] == 2);
  free(line);
  return 0;
}
