//@ verdict: TRUE
// Owner and thief compete for the last item of the deque with a compare-exchange.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int top, bottom = 2;
static atomic_int taken[2];

static void take(int item) {
  int before = atomic_fetch_add(&taken[item], 1);
  assert(before == 0);
}

static void pop(void) {
  int last = atomic_load(&bottom) - 1;
  atomic_store(&bottom, last);
  int first = atomic_load(&top);
  if (first < last) {
    take(last);
    return;
  }
  if (first == last) {
    if (atomic_compare_exchange_strong(&top, &first, first + 1)) take(last);
  }
  atomic_store(&bottom, last + 1);
}

static void *thief(void *arg) {
  int first = atomic_load(&top);
  if (first < atomic_load(&bottom) && atomic_compare_exchange_strong(&top, &first, first + 1)) take(first);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, thief, NULL);
  pop();
  pop();
  pthread_join(thread, NULL);
  return 0;
}
