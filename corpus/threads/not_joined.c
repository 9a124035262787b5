// Nobody waits for the threads; what they do still counts.
// create, create by main, one write each: the writes of T1 and T2 after `create`: C(1 + 1 + 1, 2) = 3 orders.
//@ verdict: TRUE
//@ executions: naive 3
#include <pthread.h>

int a, b;

void *write_a(void *unused) {
  a = 1;
  return 0;
}

void *write_b(void *unused) {
  b = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write_a, 0);
  pthread_create(&thread, 0, write_b, 0);
  return 0;
}
