// A ticket lock whose ticket is read and incremented in two steps: two threads draw the same number.
//@ verdict: FALSE(reach,deadlock)
//@ line: 23
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct lock {
  atomic_uint next, serving;
} lock;
atomic_int inside;

static void enter(struct lock *it) {
  unsigned mine = it->next;
  it->next = mine + 1;
  while (it->serving != mine) {
  }
}

void *visit(void *argument) {
  enter(argument);
  int others = atomic_fetch_add(&inside, 1);
  assert(others == 0);
  atomic_fetch_sub(&inside, 1);
  lock.serving++;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, visit, &lock);
  visit(&lock);
  pthread_join(thread, 0);
  return 0;
}
