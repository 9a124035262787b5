// The thread works on a variable of a block that main has left before it waits.
//@ verdict: FALSE(memory,race)
//@ line: 7
#include <pthread.h>

void *set(void *argument) {
  *(int *)argument = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  {
    int inner = 0;
    pthread_create(&thread, 0, set, &inner);
  }
  pthread_join(thread, 0);
  return 0;
}
