// A function starts a thread on its local variable and returns; the thread may write when the variable is gone.
//@ verdict: FALSE(memory,race)
//@ line: 9
#include <pthread.h>

pthread_t thread;

void *fill(void *argument) {
  *(int *)argument = 1;
  return 0;
}

static void start(void) {
  int local = 0;
  pthread_create(&thread, 0, fill, &local);
}

int main(void) {
  start();
  pthread_join(thread, 0);
  return 0;
}
