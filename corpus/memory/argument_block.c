// Each round of the loop has its own variable, which ends with the round: the thread reads it too late.
//@ verdict: FALSE(memory,race)
//@ line: 8
//@ says: use after
#include <pthread.h>

void *record(void *argument) {
  long index = *(int *)argument;
  return (void *)index;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    int index = i;
    pthread_create(&threads[i], 0, record, &index);
  }
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
