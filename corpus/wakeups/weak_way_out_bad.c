// The loop is left only if a weak compare-exchange fails, and that has no reason to: it may never do so.
//@ verdict: FALSE(deadlock) or open
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *toggle(void *unused) {
  for (;;) {
    int expected = 0;
    if (!atomic_compare_exchange_weak(&x, &expected, 1)) break;
    atomic_store(&x, 0);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, toggle, 0);
  pthread_join(thread, 0);
  return 0;
}
