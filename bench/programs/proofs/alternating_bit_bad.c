// The alternating bit protocol over a channel that loses messages, forever.
// The sender does not wait for the answer with its bit.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
_Atomic int message = 3, answer = 1;

static void *sender(void *arg) {
  int number = 0;
  while (1) {
    do {
      message = number;
    } while (answer == 2); // BUG: does not wait for its bit.
    number = (number + 1) % 4;
  }
  return arg;
}

static void *receiver(void *arg) {
  int expected = 0;
  while (1) {
    int got = message;
    if (__VERIFIER_nondet_int()) continue;
    if (got % 2 == expected % 2) {
      assert(got == expected);
      answer = expected % 2;
      expected = (expected + 1) % 4;
    }
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, sender, 0);
  pthread_create(&t2, 0, receiver, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
