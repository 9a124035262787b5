//@ verdict: FALSE(reach)
//@ line: 22
// A thread waits for one that is started after it, and looks too early.
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
  int seen = x;
  pthread_join(later, NULL);
  assert(seen == 1);
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
