// And not when the function has returned.
//@ verdict: FALSE(memory,race)
#include <pthread.h>

pthread_t t;

void *fill(void *argument) {
  int *a = argument;
  a[1] = 5;
  return 0;
}

static void run(int n) {
  int a[n];
  pthread_create(&t, 0, fill, a);
}

int main(void) {
  run(2);
  pthread_join(t, 0);
  return 0;
}
