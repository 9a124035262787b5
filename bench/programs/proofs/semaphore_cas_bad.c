// A semaphore of value 1 made of compare-and-swap, forever.
// The semaphore is read and taken in two steps.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int semaphore = 1;
int inside;

static void *worker(void *arg) {
  while (1) {
    int value = semaphore;
    if (value == 0) continue;
    semaphore = value - 1; // BUG: looks and takes in two steps.
    assert(semaphore == 0);
    inside++;
    assert(inside == 1);
    inside--;
    atomic_fetch_add(&semaphore, 1);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, worker, 0);
  pthread_create(&t2, 0, worker, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
