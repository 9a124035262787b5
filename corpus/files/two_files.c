// One program in two files: a shared counter, a static of the same name in each, a struct that both define, an inline
// function in a header that both include.
//@ verdict: TRUE
//@ files: parts/counter.c
#include "parts/counter.h"
#include <assert.h>
#include <pthread.h>

static int calls = 40;
extern pthread_mutex_t lock;
int limit;

static int helper(void) {
  return calls;
}

static void *worker(void *argument) {
  struct step step = {(int)(long)argument, 0};
  add(&step);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, worker, (void *)1);
  pthread_create(&two, 0, worker, (void *)2);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(total == 3);
  assert(helper() == 40);
  assert(calls_so_far() == 2);
  assert(doubled(limit) == 0);
  assert(steps[1].by + sizeof steps / sizeof *steps == 7);
  return 0;
}
