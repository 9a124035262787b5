// The sibling of lock_order.c: both take a before b. Each thread is then one block of 4 operations (m = n = 4):
// T2 first: 1 run; T1 first with the second create before, within or behind its block: (n + 1) * (m + 1) runs.
//@ verdict: TRUE
//@ executions: naive 26
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

void *a_then_b(void *unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, a_then_b, 0);
  pthread_create(&second, 0, a_then_b, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
