// A local that the other thread can reach ends before or behind the store to it: two classes.
//@ verdict: FALSE(memory) without race
//@ executions: source 2, optimal 2, observers 2
//@ options: --keep-going
#include <pthread.h>
#include <stdatomic.h>

pthread_t thread;

void *fill(void *argument) {
  atomic_store((atomic_int *)argument, 1);
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
