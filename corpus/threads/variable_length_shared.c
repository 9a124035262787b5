// Another thread may use the array as long as it lives.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

void *fill(void *argument) {
  int *a = argument;
  a[1] = 5;
  return 0;
}

static int run(int n) {
  int a[n];
  pthread_t t;
  a[0] = 1;
  pthread_create(&t, 0, fill, a);
  a[0]++;
  pthread_join(t, 0);
  return a[0] + a[1];
}

int main(void) {
  assert(run(2) == 7);
  return 0;
}
