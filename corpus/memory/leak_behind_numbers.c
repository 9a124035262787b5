// Two neighbouring numbers, 0 and 6, are no address of the memory that nothing points to.
//@ verdict: FALSE(memory)
//@ line: 23
//@ says: leak
#include <pthread.h>
#include <stdlib.h>

int pair[2];
unsigned long *unused_pointer;

void *clear(void *unused) {
  unused_pointer = 0;
  return 0;
}

void *count(void *unused) {
  pair[1] = 3;
  pair[1] *= 2;
  return 0;
}

int main(void) {
  unsigned long *lost = calloc(1, sizeof(unsigned long));
  pthread_t first, second;
  pthread_create(&first, 0, clear, 0);
  pthread_create(&second, 0, count, 0);
  return 0;
}
