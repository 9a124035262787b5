// Coherence: two reads of the same variable never see its writes in the wrong order. 2 operations each: 19 executions.
//@ verdict: TRUE without race
//@ executions: naive 19
#include <assert.h>
#include <pthread.h>

volatile int x;

void *writer(void *unused) {
  x = 1;
  x = 2;
  return 0;
}

void *reader(void *unused) {
  int first = x;
  int second = x;
  assert(first <= second);
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
