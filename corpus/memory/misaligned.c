// A number is read out of a byte stream by a cast, at an offset that the other thread decides.
//@ verdict: FALSE(memory)
//@ line: 22
//@ says: misaligned
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int offset;
unsigned char *stream;

void *skip_tag(void *unused) {
  offset += 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  stream = calloc(8, 1);
  pthread_create(&thread, 0, skip_tag, 0);
  int *number = (int *)(stream + offset);
  int value = *number;
  pthread_join(thread, 0);
  free(stream);
  return value;
}
