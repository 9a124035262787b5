// The local that ends is reachable, but the other thread stores elsewhere: one class.
//@ verdict: TRUE
//@ executions: source 1, optimal 1, observers 1
#include <pthread.h>
#include <stdatomic.h>

pthread_t thread;
atomic_int x;

void *fill(void *argument) {
  atomic_store(&x, argument != 0);
  return 0;
}

static void start(void) {
  atomic_int local = 0;
  pthread_create(&thread, 0, fill, &local);
}

int main(void) {
  start();
  pthread_join(thread, 0);
  return 0;
}
