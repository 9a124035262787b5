// A ticket lock: take a number, wait until it is called.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct {
  atomic_uint next, serving;
} lock;
int inside;

void *visit(void *unused) {
  unsigned mine = atomic_fetch_add(&lock.next, 1u);
  while (atomic_load(&lock.serving) != mine) {
  }
  inside++;
  assert(inside == 1);
  inside--;
  atomic_fetch_add(&lock.serving, 1u);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, visit, 0);
  visit(0);
  pthread_join(thread, 0);
  return 0;
}
