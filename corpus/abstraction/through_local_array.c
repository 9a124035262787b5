// What is read is handed on in a local array before it is asserted: the array decides as much as a register would.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair {
  long low, high;
};

static atomic_long shared;

static void *change(void *unused) {
  shared = 1;
  return unused;
}

static void *look(void *argument) {
  struct pair pairs[2] = {{0, 0}, {0, 0}};
  int index = argument != 0;
  pairs[0].low = shared;
  assert(pairs[index].low == 0);
  return 0;
}

int main(void) {
  pthread_t changer, looker;
  pthread_create(&looker, 0, look, 0);
  pthread_create(&changer, 0, change, 0);
  return 0;
}
