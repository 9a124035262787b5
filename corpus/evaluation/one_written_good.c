//@ verdict: TRUE
//@ executions: source 3, optimal 3
// Only one of two numbers changes while the other is read: every order can be had from left to right, and no choice is made.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int head, tail;
static void *producer(void *unused) {
  tail = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  head = 0;
  pthread_create(&thread, 0, producer, 0);
  int length = tail - head;
  assert(length == 0 || length == 1);
  pthread_join(thread, 0);
  return 0;
}
