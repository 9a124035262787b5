// The sibling of argument_block.c that waits for the thread in the same round.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

void *record(void *argument) {
  long index = *(int *)argument;
  return (void *)index;
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    int index = i;
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, record, &index);
    pthread_join(thread, &result);
    assert((long)result == i);
  }
  return 0;
}
