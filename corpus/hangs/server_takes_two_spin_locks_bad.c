//@ verdict: FALSE(deadlock) or open
// Two servers that take two spin locks in opposite orders: each spins in a loop that has an exit.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;

static void *forwards(void *unused) {
  while (1) {
    while (atomic_exchange(&a, 1)) ;
    while (atomic_exchange(&b, 1)) ;
    b = 0;
    a = 0;
  }
  return unused;
}

static void *backwards(void *unused) {
  while (1) {
    while (atomic_exchange(&b, 1)) ;
    while (atomic_exchange(&a, 1)) ;
    a = 0;
    b = 0;
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, forwards, 0);
  pthread_create(&two, 0, backwards, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
