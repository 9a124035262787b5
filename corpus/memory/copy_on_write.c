// Copy, change, install by compare-exchange; who loses changes a fresh copy. Old versions are kept until the end.
//@ verdict: TRUE
//@ options: --remember-states
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct version {
  int first, second;
  struct version *before;
};
struct version *_Atomic current;

static void change(int first, int second) {
  struct version *copy = malloc(sizeof *copy);
  struct version *seen = current;
  do {
    *copy = *seen;
    copy->first += first;
    copy->second += second;
    copy->before = seen;
  } while (!atomic_compare_exchange_strong(&current, &seen, copy));
}

void *other(void *unused) {
  change(1, 0);
  return 0;
}

int main(void) {
  pthread_t thread;
  current = calloc(1, sizeof(struct version));
  pthread_create(&thread, 0, other, 0);
  change(0, 1);
  pthread_join(thread, 0);
  struct version *it = current;
  assert(it->first == 1 && it->second == 1);
  while (it) {
    struct version *before = it->before;
    free(it);
    it = before;
  }
  return 0;
}
