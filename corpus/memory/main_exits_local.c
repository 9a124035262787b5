// main ends by pthread_exit while a thread still works on a local variable of main: the variable ends with main.
//@ verdict: FALSE(memory,race)
//@ line: 8
//@ says: use after
#include <pthread.h>

void *work(void *argument) {
  *(int *)argument = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  int local = 0;
  pthread_create(&thread, 0, work, &local);
  pthread_exit(0);
}
