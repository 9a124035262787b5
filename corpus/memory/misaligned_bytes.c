// The sibling of misaligned.c that puts the number together from its bytes.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

atomic_int offset;
unsigned char *stream;

void *skip_tag(void *unused) {
  offset += 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  int value;
  stream = calloc(8, 1);
  stream[4] = 1;
  pthread_create(&thread, 0, skip_tag, 0);
  memcpy(&value, stream + offset, sizeof value);
  pthread_join(thread, 0);
  assert(value == 0 || value == 1 << 24);
  free(stream);
  return 0;
}
