// A loop that does something in each round, with long executions cut.
//@ verdict: TRUE(bounded) without race
//@ options: --steps 20
//@ says: up to 20 steps of each thread
#include <pthread.h>

volatile int ready, ticks;

void *producer(void *unused) {
  ready = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, producer, 0);
  while (!ready) {
    ticks = !ticks;
  }
  return 0;
}
