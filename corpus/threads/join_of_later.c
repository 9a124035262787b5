//@ verdict: TRUE
// A thread waits for one that is started after it, and sees what it has done.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic pthread_t later;
static atomic_int x;

static void *second(void *unused) {
  x = 1;
  return (void *)&x;
}

static void *first(void *unused) {
  while (!later) {
  }
  void *result;
  pthread_join(later, &result);
  assert(x == 1);
  assert(result == &x);
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  later = two;
  pthread_join(one, NULL);
  return 0;
}
