// The sibling of weak_way_out_bad.c with a reason. It may take any number of rounds.
//@ verdict: TRUE or open
//@ options: --property deadlock --remember-states
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *toggle(void *unused) {
  for (;;) {
    int expected = 0;
    if (!atomic_compare_exchange_weak(&x, &expected, 1)) break;
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, toggle, 0);
  pthread_join(thread, 0);
  return 0;
}
