// before_join.c in the right order; what is done before the thread starts is in order as well.
//@ verdict: TRUE
#include <pthread.h>

int result;

void *work(void *unused) {
  result++;
  return 0;
}

int main(void) {
  pthread_t thread;
  result = 1;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return result - 2;
}
