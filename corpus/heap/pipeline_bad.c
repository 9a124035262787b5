//@ verdict: FALSE(reach,race)
// A job goes from thread to thread to main, which frees it; the first thread touches it after handing it over.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct job {
  int value;
};

static _Atomic(struct job *) slot;

/* The first stage makes a job and hands it over. */
static void *first_stage(void *arg) {
  struct job *it = malloc(sizeof *it);
  it->value = 1;
  atomic_store_explicit(&slot, it, memory_order_release);
  it->value += 1;
  return arg;
}

/* The second stage waits for it and passes it on as its result. */
static void *second_stage(void *arg) {
  struct job *it;
  while (!(it = atomic_load_explicit(&slot, memory_order_acquire))) {
  }
  it->value *= 10;
  return it;
}

int main(void) {
  pthread_t one, two;
  void *result;
  pthread_create(&one, NULL, first_stage, NULL);
  pthread_create(&two, NULL, second_stage, NULL);
  pthread_join(two, &result);
  struct job *it = result;
  assert(it->value == 20);
  free(it);
  pthread_join(one, NULL);
  return 0;
}
