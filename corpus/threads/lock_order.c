// Two locks taken in opposite orders.
//@ verdict: FALSE(deadlock)
//@ line: 13
//@ line: 21
//@ says: waits for mutex `b`, held by T2
//@ says: waits for mutex `a`, held by T1
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

void *a_then_b(void *unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return 0;
}

void *b_then_a(void *unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, a_then_b, 0);
  pthread_create(&second, 0, b_then_a, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
