// A width of 0, or another member, makes two memory locations of them.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

struct flags {
  unsigned left : 1;
  char : 0;
  unsigned middle : 3;
  char byte;
  unsigned right : 1;
} flags;

void *other(void *argument) {
  flags.middle = 5;
  return argument;
}

void *third(void *argument) {
  flags.byte = 6;
  return argument;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, other, 0);
  pthread_create(&u, 0, third, 0);
  flags.left = 1;
  flags.right = 1;
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(flags.left && flags.middle == 5 && flags.byte == 6 && flags.right);
  return 0;
}
