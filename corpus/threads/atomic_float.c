// Compound assignments to atomic floating-point numbers are one step, exchanges compare bits.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic double sum = 0.5;
static _Atomic float product = 1;

static void *work(void *unused) {
  (void)unused;
  sum += 0.25;
  sum--;
  product *= 3;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, work, 0);
  pthread_create(&second, 0, work, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(sum == -1 && product == 9);
  double expected = -1;
  assert(atomic_compare_exchange_strong(&sum, &expected, 4.5));
  assert(atomic_exchange(&sum, 2) == 4.5 && atomic_load(&sum) == 2);
  return 0;
}
