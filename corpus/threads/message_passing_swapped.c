// The sibling of message_passing.c with the writes in the wrong order.
//@ verdict: FALSE(reach) without race
//@ line: 19
//@ says: assertion `value == 42` failed in T2
#include <assert.h>
#include <pthread.h>

volatile int data, flag;

void *writer(void *unused) {
  flag = 1;
  data = 42;
  return 0;
}

void *reader(void *unused) {
  if (flag) {
    int value = data;
    assert(value == 42);
  }
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, writer, 0);
  pthread_create(&second, 0, reader, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
