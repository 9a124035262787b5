//@ verdict: FALSE(reach)
//@ line: 21
// Dekker's lock: who backs off and waits for its turn forgets to raise its flag again before going in.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wants[2], turn, inside;

static void visit(int me) {
  int other = 1 - me;
  wants[me] = 1;
  while (wants[other]) {
    if (turn != me) {
      wants[me] = 0;
      while (turn != me) ;
    }
  }
  int others = atomic_fetch_add(&inside, 1);
  assert(others == 0);
  atomic_fetch_sub(&inside, 1);
  turn = other;
  wants[me] = 0;
}

static void *often(void *arg) {
  visit(0);
  visit(0);
  return arg;
}

static void *once(void *arg) {
  visit(1);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, often, 0);
  pthread_create(&second, 0, once, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
