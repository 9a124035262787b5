// Neighbouring bit-fields are one memory location: two threads that write one each race.
//@ verdict: FALSE(race)
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
  pthread_join(t, 0);
  return 0;
}
