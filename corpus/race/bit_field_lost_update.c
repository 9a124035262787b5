// And one of the updates can get lost.
//@ options: --property reach
//@ verdict: FALSE(reach)
//@ line: 22
#include <assert.h>
#include <pthread.h>

struct flags {
  unsigned left : 1;
  unsigned right : 1;
} flags;

void *other(void *argument) {
  flags.right = 1;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  flags.left = 1;
  pthread_join(t, 0), assert(flags.left && flags.right);
  return 0;
}
