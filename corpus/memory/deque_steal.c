// A work-stealing deque with its last element: owner and thief agree by a compare-exchange on `top` who gets it.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *tasks[2];
atomic_int top, bottom;

static int *pop(void) {
  int last = atomic_load(&bottom) - 1;
  atomic_store(&bottom, last);
  int first = atomic_load(&top);
  if (first > last) {
    atomic_store(&bottom, last + 1);
    return 0;
  }
  int *it = tasks[last];
  if (first == last) {
    if (!atomic_compare_exchange_strong(&top, &first, first + 1)) it = 0;
    atomic_store(&bottom, last + 1);
  }
  return it;
}

static int *steal(void) {
  int first = atomic_load(&top);
  if (first >= atomic_load(&bottom)) return 0;
  int *it = tasks[first];
  return atomic_compare_exchange_strong(&top, &first, first + 1) ? it : 0;
}

void *thief(void *unused) {
  free(steal());
  return 0;
}

int main(void) {
  pthread_t thread;
  tasks[0] = malloc(sizeof(int));
  tasks[1] = malloc(sizeof(int));
  bottom = 2;
  pthread_create(&thread, 0, thief, 0);
  free(pop());
  free(pop());
  pthread_join(thread, 0);
  assert(top == bottom);
  return 0;
}
