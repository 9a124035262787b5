//@ verdict: TRUE(bounded)
// Handlers run last in, first out: where they are popped, or when the thread exits. They are given locals, which only this thread uses; that is
// not seen, so the claim names the exit.
#include <assert.h>
#include <pthread.h>

static int order;

static void add(void *digit) { order = order * 10 + *(int *)digit; }

static void deep(void) { pthread_exit(0); }

static void *worker(void *unused) {
  int one = 1, two = 2, three = 3;
  pthread_cleanup_push(add, &one);
  pthread_cleanup_push(add, &two);
  pthread_cleanup_push(add, &three);
  pthread_cleanup_pop(1);
  deep();
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  assert(order == 321);
  return 0;
}
